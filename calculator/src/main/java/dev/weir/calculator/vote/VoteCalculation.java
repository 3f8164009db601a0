package dev.weir.calculator.vote;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.compose.convert.ZcdpConversion;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;

/**
 * The calculation {@code vote}: the price of publishing the winner of a noisy vote, for one vote at a R&eacute;nyi
 * order, for many votes at a &delta;, or for both.
 */
public final class VoteCalculation {

    private static final Option<String> MECHANISM =
            Option.choice("mechanism", "", "lnmax", "gnmax", "confident-gnmax", "interactive-gnmax");
    private static final Option<Votes> VOTES = Option.of(
            "votes",
            new Kind<>("whole numbers separated by blanks", Votes::parse),
            "for each class, separated by blanks; may end in: then N classes of V");
    private static final Option<Double> ORDER =
            Option.number("order", "Renyi order of the price of these votes, above 1");
    private static final Option<Double> LNMAX_GAMMA =
            Option.number("lnmax_gamma", "one over the scale of Laplace noise").held("gamma");
    private static final Option<Double> THRESHOLD = Option.number("threshold", "in votes, of a checked vote");
    private static final Option<Double> CHECK_SIGMA =
            Option.number("check_sigma", "noise of the check").alias("sigma1").held("checkSigma");
    private static final Option<Double> ANSWER_SIGMA = Option.number("answer_sigma", "noise of the answer")
            .alias("sigma2")
            .held("answerSigma")
            .held("sigma");
    private static final Option<double[]> BASELINE =
            Option.of("baseline", Kind.NUMBERS, "the student's probability for each class, for interactive-gnmax");
    private static final Option<Long> CHECKED = Option.whole("votes_checked", "how many votes were checked")
            .alias("queries_asked")
            .held("asked");
    private static final Option<Long> ANSWERED = Option.whole("votes_answered", "how many votes were answered")
            .alias("queries_answered")
            .held("answered")
            .held("count");
    private static final Option<Double> DELTA = Option.number("delta", "for the epsilons of all these votes");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "vote",
                            "What the winner of a noisy vote (PATE) costs. All but rdp_data_independent of an unchecked vote and "
                                    + "the epsilons is as sensitive as the votes.")
                    .with(
                            MECHANISM,
                            VOTES,
                            ORDER,
                            LNMAX_GAMMA,
                            THRESHOLD,
                            CHECK_SIGMA,
                            ANSWER_SIGMA,
                            BASELINE,
                            CHECKED,
                            ANSWERED,
                            DELTA)
                    .answering(
                            "log_q",
                            "log_q_threshold",
                            "pr_answered",
                            "rdp_data_independent",
                            "rdp_threshold_data_independent",
                            "rdp_threshold",
                            "rdp",
                            "data_dependent_bound_used",
                            "epsilon_mironov2017",
                            "epsilon_cks2020",
                            "epsilon_exact_gaussian_composition",
                            "epsilon_theorem1_2017",
                            "epsilon_kov15")
                    .example("--mechanism gnmax --votes \"180 40 30\" --answer-sigma 20 --order 8"),
            VoteCalculation::answer);

    private VoteCalculation() {}

    private static Answer answer(Arguments arguments) {
        String mechanism = arguments.get(MECHANISM);
        if (!arguments.has(VOTES) && !arguments.has(ANSWERED)) {
            throw VOTES.invalid("must be given, or votes_answered");
        }
        Answer answer = new Answer();
        if (arguments.has(VOTES)) {
            one(mechanism, arguments, answer);
        }
        if (arguments.has(ANSWERED)) {
            all(mechanism, arguments, answer);
        }
        return answer;
    }

    private static void one(String mechanism, Arguments arguments, Answer answer) {
        Votes votes = arguments.get(VOTES);
        double order = arguments.get(ORDER);
        switch (mechanism) {
            case "lnmax" -> plain(lnmax(arguments).price(votes, order), answer);
            case "gnmax" -> plain(gnmax(arguments).price(votes, order), answer);
            case "confident-gnmax" -> checked(confident(arguments).price(votes, order), answer);
            default ->
                checked(
                        new InteractiveGnMax(confident(arguments)).price(votes, arguments.get(BASELINE), order),
                        answer);
        }
    }

    private static void plain(RenyiPrice price, Answer answer) {
        answer.with("log_q", price.logMiss())
                .with("rdp_data_independent", price.dataIndependent())
                .with("rdp", price.dataDependent())
                .with("data_dependent_bound_used", price.usesData());
    }

    private static void checked(CheckedPrice price, Answer answer) {
        answer.with("log_q", price.answer().logMiss())
                .with("log_q_threshold", price.check().logMiss())
                .with("pr_answered", price.answered())
                .with("rdp_data_independent", price.expectedDataIndependent())
                .with("rdp_threshold_data_independent", price.check().dataIndependent())
                .with("rdp_threshold", price.check().dataDependent())
                .with("rdp", price.expectedDataDependent())
                .with("data_dependent_bound_used", price.usesData());
    }

    private static void all(String mechanism, Arguments arguments, Answer answer) {
        double delta = arguments.get(DELTA);
        long answered = arguments.get(ANSWERED);
        switch (mechanism) {
            case "lnmax" -> pure(lnmax(arguments), answered, delta, answer);
            case "gnmax" -> concentrated(gnmax(arguments).rho(answered), delta, answer);
            default -> concentrated(confident(arguments).rho(arguments.get(CHECKED), answered), delta, answer);
        }
    }

    private static void pure(LnMax lnmax, long answered, double delta, Answer answer) {
        answer.with("epsilon_theorem1_2017", lnmax.simple(answered, delta).epsilon())
                .with("epsilon_kov15", lnmax.optimal(answered, delta).epsilon());
    }

    private static void concentrated(double rho, double delta, Answer answer) {
        double mu = Rounding.up(Math.sqrt(2 * rho));
        answer.with("epsilon_mironov2017", ZcdpConversion.simpleEpsilon(rho, delta))
                .with("epsilon_cks2020", ZcdpConversion.epsilon(rho, delta))
                .with("epsilon_exact_gaussian_composition", GaussianCurve.epsilon(mu, delta));
    }

    private static LnMax lnmax(Arguments arguments) {
        return new LnMax(arguments.get(LNMAX_GAMMA));
    }

    private static GnMax gnmax(Arguments arguments) {
        return new GnMax(arguments.get(ANSWER_SIGMA));
    }

    private static ConfidentGnMax confident(Arguments arguments) {
        return new ConfidentGnMax(arguments.get(THRESHOLD), arguments.get(CHECK_SIGMA), arguments.get(ANSWER_SIGMA));
    }
}
