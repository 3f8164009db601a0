package dev.weir.jobs.audit;

import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.vote.VoteMechanism;
import dev.weir.accountant.vote.VotePrices;
import dev.weir.operators.vote.VoteTerms;
import dev.weir.testing.scenario.Stated;
import dev.weir.testing.statistic.Claim;
import dev.weir.testing.statistic.PerfectMechanism;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/**
 * What an audit of votes asks, and what it may find.
 *
 * @param terms the terms of the pipeline
 * @param questions the largest number of questions of a world, of which the budget pays for all if all are answered
 */
record AuditedVotes(VoteTerms terms, int questions) {

    /** The most questions of a world: an attack learns from no more numbers. */
    private static final int MOST = 256;

    /** The most questions of a world in which little can be found, so that an audit ends in minutes. */
    private static final int FEW = 16;

    /**
     * How large the number of worlds times the square of mu must be, so that twice the epsilon is found: by a bound that errs with a
     * probability of 1e-7, from five eighths of the worlds, where outcomes show three quarters of mu.
     */
    private static final double ENOUGH = 6000;

    /** The largest budget of a job, in half mu squared: what all worlds of the job spend together. */
    static final double LARGEST = 8000;

    /** The part of a Gaussian loss that a two-valued function of the noisy number can show, at its best threshold. */
    private static final double OF_A_BIT = 2 / Math.PI;

    /**
     * An audit of as many questions as the budget pays for, or fewer if twice the loss of these is found already.
     *
     * @param terms the terms of the pipeline
     * @param worlds how many worlds there are
     */
    static AuditedVotes of(VoteTerms terms, int worlds) {
        VotePrices prices = terms.account().prices();
        Amount budget = QueryPrice.afford(terms.budget());
        double one = 2 * prices.of(1, 1).value().doubleValue();
        int questions = 1;
        while (questions < MOST
                && worlds * questions * one < ENOUGH
                && prices.fit(questions + 1L, questions + 1L, budget)) {
            questions++;
        }
        return new AuditedVotes(terms, questions);
    }

    /** How many questions each world of a scenario has. */
    int questions(VoteScenario scenario) {
        return scenario.showsMost() ? questions : Math.min(FEW, questions);
    }

    private VotePrices prices() {
        return terms.account().prices();
    }

    /** What so many questions cost if all of them are answered, in half mu squared. */
    double price(int asked) {
        return prices().of(asked, asked).value().doubleValue();
    }

    /** What a canary may lose in a scenario. An answer shows a bit of its noise; so does a check that is passed half the time. */
    Stated stated(VoteScenario scenario) {
        int asked = questions(scenario);
        double mu = Math.sqrt(2 * price(asked));
        double answers = prices().answerPrice().value().doubleValue();
        double checks = prices().checkPrice().value().doubleValue();
        boolean isChecked = scenario.name().equals("check");
        double ofOne = isChecked ? checks + answers / 2 : scenario.without() < 0 ? answers / 4 : answers;
        PerfectMechanism perfect = new PerfectMechanism(Claim.Kind.MU, Math.sqrt(2 * asked * OF_A_BIT * ofOne), asked);
        double delta = terms.budget().delta().value().doubleValue();
        return new Stated(List.of(new Claim(Claim.Kind.MU, mu, 0), Claim.epsilonOf(mu, delta)), Optional.of(perfect));
    }

    /**
     * The terms of a job over several worlds: those of the pipeline but for the threshold, which goes with the counts of the scenario,
     * the labels, of which all but two are as good as left out where two have most votes, the time that a question is open, and the
     * budget, which is that of all worlds.
     *
     * @param scenario what happens
     * @param worlds how many worlds the job has
     * @param mechanism the mechanism of the job, by its threshold
     */
    VoteTerms job(VoteScenario scenario, int worlds, Mechanisms mechanism) {
        BigDecimal belief = terms.mechanism().isInteractive()
                ? BigDecimal.valueOf(terms.teachers()).divide(BigDecimal.valueOf(2), 6, RoundingMode.HALF_EVEN)
                : BigDecimal.ZERO;
        VoteMechanism drawn =
                mechanism.of(terms.mechanism(), scenario.threshold().subtract(belief));
        int asked = questions(scenario);
        double ofOne = VotePrices.of(drawn).of(asked, asked).value().doubleValue();
        Budget all = new Budget.Concentrated(
                BigDecimal.valueOf(Math.ceil(ofOne * worlds + 1)),
                terms.budget().delta());
        int teachers = Math.max(terms.teachers(), scenario.votes() + 1);
        return new VoteTerms(
                terms.name(),
                terms.version(),
                drawn,
                terms.labels().subList(0, 2),
                teachers,
                new VoteTerms.Close(teachers, VoteWorlds.OPEN),
                all);
    }

    /** Makes the mechanism of a job. */
    @FunctionalInterface
    interface Mechanisms {

        /** The mechanism of the pipeline itself, with another threshold. */
        Mechanisms OWN = (own, threshold) -> own instanceof VoteMechanism.ConfidentGnmax confident
                ? new VoteMechanism.ConfidentGnmax(threshold, confident.checkSigma(), confident.answerSigma())
                : own instanceof VoteMechanism.InteractiveGnmax interactive
                        ? new VoteMechanism.InteractiveGnmax(
                                threshold, interactive.checkSigma(), interactive.answerSigma(), BigDecimal.ONE)
                        : own;

        /**
         * The mechanism of a job.
         *
         * @param own the mechanism of the pipeline
         * @param threshold the threshold of its check, if it has one
         */
        VoteMechanism of(VoteMechanism own, BigDecimal threshold);
    }
}
