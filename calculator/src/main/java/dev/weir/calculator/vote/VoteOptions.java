package dev.weir.calculator.vote;

import dev.weir.accountant.vote.exact.ConfidentGnMax;
import dev.weir.accountant.vote.exact.GnMax;
import dev.weir.accountant.vote.exact.Votes;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Range;

/** The options of the calculation {@code vote}. */
final class VoteOptions {

    static final String LNMAX = "lnmax";
    static final String GNMAX = "gnmax";
    static final String CONFIDENT = "confident-gnmax";
    static final String INTERACTIVE = "interactive-gnmax";

    static final Option<Boolean> BUDGET = Option.flag("budget", "How many answers fit in epsilon and delta");
    static final Option<Boolean> WINNER =
            Option.flag("winner", "The probability of each label; so if no order is given");
    static final Option<Boolean> LOG_Q0 =
            Option.flag("log_q0", "Up to which ln q the loss depends on votes; so if no votes are given");
    static final Option<String> MECHANISM = Option.choice("mechanism", "", LNMAX, GNMAX, CONFIDENT, INTERACTIVE);
    static final Option<VoteText> VOTES = Option.of(
            "votes",
            new Kind<>("whole numbers separated by blanks", VoteText::parse),
            "for each class, separated by blanks; may end in: then N classes of V. Or of several questions, separated by |, each"
                    + " ending in + if answered or in - if not. Or top A of M teachers, for the check alone");
    static final Option<Double> ORDER = Option.number("order", "Renyi order of the price of these votes, above 1");
    static final Option<Double> LNMAX_GAMMA =
            Option.number("lnmax_gamma", "one over the scale of Laplace noise").held("gamma");
    static final Option<Double> THRESHOLD = Option.number("threshold", "in votes, of a checked vote");
    static final Option<Double> CHECK_SIGMA =
            Option.number("check_sigma", "noise of the check").alias("sigma1").held("checkSigma");
    static final Option<Double> ANSWER_SIGMA = Option.number("answer_sigma", "noise of the answer")
            .alias("sigma2")
            .alias("sigma")
            .held("answerSigma");
    static final Option<double[]> BASELINE =
            Option.of("baseline", Kind.NUMBERS, "the student's probability for each class, for interactive-gnmax");
    static final Option<Integer> GRID_BITS = Option.small("grid_bits", "noisy votes are compared on a grid of 2^-bits")
            .in(Range.between(0, 32));
    static final Option<Integer> TEACHERS = Option.small(
                    "teachers", "how many there are; as many as votes if not given")
            .in(Range.between(1, 1_000_000));
    static final Option<Long> CHECKED = Option.whole("votes_checked", "how many votes were checked")
            .alias("queries_asked")
            .held("asked");
    static final Option<Long> ANSWERED = Option.whole("votes_answered", "how many votes were answered")
            .alias("queries_answered")
            .held("answered")
            .held("answers")
            .held("count");
    static final Option<Double> EPSILON = Option.number("epsilon", "the budget of all answers, above 0");
    static final Option<Double> DELTA = Option.number("delta", "for the epsilons of all these votes, or of the budget");
    static final Option<Double> ASKED_PER_ANSWER =
            Option.number("asked_per_answer", "how many votes are checked for one answer, at least 1");
    static final Option<Double> BETA =
            Option.number("beta", "smoothness of the sensitivity by which the cost is hidden, below 1 / (2 order)");
    static final Option<Double> SIGMA_SS =
            Option.number("sigma_ss", "noise on the published cost, in smooth sensitivities");

    private VoteOptions() {}

    static Option<?>[] all() {
        return new Option<?>[] {
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
            DELTA,
            BUDGET,
            EPSILON,
            ASKED_PER_ANSWER,
            WINNER,
            LOG_Q0,
            GRID_BITS,
            TEACHERS,
            BETA,
            SIGMA_SS
        };
    }

    /** The votes of the only question. */
    static Votes votes(Arguments arguments) {
        if (arguments.get(VOTES) instanceof VoteText.One one) {
            return one.votes();
        }
        throw VOTES.invalid("must be those of one question");
    }

    /** The step of the grid, 0 if there is none. */
    static double step(Arguments arguments) {
        return arguments.find(GRID_BITS).map(bits -> Math.scalb(1.0, -bits)).orElse(0.0);
    }

    static LnMax lnmax(Arguments arguments) {
        return new LnMax(arguments.get(LNMAX_GAMMA));
    }

    static GnMax gnmax(Arguments arguments) {
        return new GnMax(arguments.get(ANSWER_SIGMA));
    }

    static ConfidentGnMax confident(Arguments arguments) {
        return new ConfidentGnMax(arguments.get(THRESHOLD), arguments.get(CHECK_SIGMA), arguments.get(ANSWER_SIGMA));
    }
}
