package dev.weir.calculator.vote;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.accountant.compose.GaussianCurve;
import dev.weir.accountant.compose.ZcdpConversion;
import dev.weir.accountant.privacy.Rounding;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What publishing the winner of a noisy vote costs: one vote at an order, many at a &delta;, or both. */
final class VoteCalculation extends Calculation {

    private static final List<String> MECHANISMS = List.of("lnmax", "gnmax", "confident-gnmax", "interactive-gnmax");

    private static final List<String> COLUMNS = List.of(
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
            "epsilon_kov15");

    private static final Option[] OPTIONS = {
        Option.of("mechanism", "one of " + String.join(", ", MECHANISMS)),
        Option.of("votes", "for each class, separated by blanks; may end in: then N classes of V"),
        Option.of("order", "Renyi order of the price of these votes, above 1"),
        Option.of("lnmax_gamma", "one over the scale of Laplace noise", "gamma"),
        Option.of("threshold", "in votes, of a checked vote"),
        Option.of("sigma1", "noise of the check", "checkSigma"),
        Option.of("sigma2", "noise of the answer", "answerSigma", "sigma"),
        Option.of("baseline", "the student's probability for each class, for interactive-gnmax"),
        Option.of("queries_asked", "how many votes were checked", "asked"),
        Option.of("queries_answered", "how many votes were answered", "answered", "count"),
        Option.of("delta", "for the epsilons of all these votes")
    };

    VoteCalculation() {
        super(
                "vote",
                "What the winner of a noisy vote (PATE) costs. All but rdp_data_independent of an unchecked vote and "
                        + "the epsilons is as sensitive as the votes.",
                OPTIONS);
    }

    @Override
    String example() {
        return "--mechanism gnmax --votes \"180 40 30\" --sigma2 20 --order 8";
    }

    @Override
    List<String> columns(Set<String> given) {
        return COLUMNS;
    }

    @Override
    Answer answer(Arguments arguments) {
        String mechanism = arguments.choice("mechanism", MECHANISMS);
        if (!arguments.has("votes") && !arguments.has("queries_answered")) {
            throw new InvalidOption("votes", "must be given, or queries_answered");
        }
        Answer answer = new Answer();
        if (arguments.has("votes")) {
            one(mechanism, arguments, answer);
        }
        if (arguments.has("queries_answered")) {
            all(mechanism, arguments, answer);
        }
        return answer;
    }

    private static void one(String mechanism, Arguments arguments, Answer answer) {
        Votes votes = Votes.parse(arguments.text("votes"));
        double order = arguments.number("order");
        switch (mechanism) {
            case "lnmax" -> plain(lnmax(arguments).price(votes, order), answer);
            case "gnmax" -> plain(gnmax(arguments).price(votes, order), answer);
            case "confident-gnmax" -> checked(confident(arguments).price(votes, order), answer);
            default ->
                checked(new InteractiveGnMax(confident(arguments)).price(votes, baseline(arguments), order), answer);
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
        double delta = arguments.number("delta");
        long answered = arguments.whole("queries_answered");
        switch (mechanism) {
            case "lnmax" -> pure(lnmax(arguments), answered, delta, answer);
            case "gnmax" -> concentrated(gnmax(arguments).rho(answered), delta, answer);
            default ->
                concentrated(confident(arguments).rho(arguments.whole("queries_asked"), answered), delta, answer);
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
        return new LnMax(arguments.number("lnmax_gamma"));
    }

    private static GnMax gnmax(Arguments arguments) {
        return new GnMax(arguments.number("sigma2"));
    }

    private static ConfidentGnMax confident(Arguments arguments) {
        return new ConfidentGnMax(
                arguments.number("threshold"), arguments.number("sigma1"), arguments.number("sigma2"));
    }

    private static double[] baseline(Arguments arguments) {
        try {
            return Arrays.stream(arguments.text("baseline").split("\\s+"))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
        } catch (NumberFormatException e) {
            throw new InvalidOption("baseline", "must be numbers separated by blanks");
        }
    }
}
