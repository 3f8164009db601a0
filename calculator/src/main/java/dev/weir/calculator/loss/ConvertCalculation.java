package dev.weir.calculator.loss;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.accountant.compose.ComposedLoss;
import dev.weir.accountant.compose.GaussianCurve;
import dev.weir.accountant.compose.RenyiConversion;
import dev.weir.accountant.compose.RenyiConversion.Best;
import dev.weir.accountant.compose.ZcdpConversion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * From another currency to (&epsilon;, &delta;): &epsilon; at a &delta;, or &delta; at an &epsilon;.
 *
 * <p>The answer is the pair: the one that was given is repeated, so that a reader of a batch that takes the last column
 * of a name finds both.
 */
final class ConvertCalculation extends Calculation {

    private static final List<String> CURRENCIES = List.of("zcdp", "rdp", "gdp");

    ConvertCalculation() {
        super(
                "convert",
                "The (epsilon, delta) of an amount in another currency, at one of the two.",
                Option.of("from", "one of " + String.join(", ", CURRENCIES)),
                Option.of("value", "rho, mu or the divergence; for rdp also a recipe", "rho", "mu", "divergence"),
                Option.of("delta", "at which to give epsilon"),
                Option.of("epsilon", "at which to give delta"),
                Option.of("order", "of the divergence; a recipe without it takes the best"));
    }

    @Override
    String example() {
        return "--from zcdp --value 0.1 --delta 1e-6";
    }

    @Override
    List<String> columns(Set<String> given) {
        List<String> columns = new ArrayList<>(List.of("epsilon"));
        if (given.contains("epsilon")) {
            columns.add("delta");
        }
        columns.add("epsilon_simple");
        if (given.contains("epsilon")) {
            columns.add("delta_simple");
        }
        return List.copyOf(columns);
    }

    @Override
    Answer answer(Arguments arguments) {
        String from = arguments.choice("from", CURRENCIES);
        if (!arguments.has("delta") && !arguments.has("epsilon")) {
            throw new InvalidOption("delta", "must be given, or epsilon");
        }
        if (arguments.has("delta") && arguments.has("epsilon")) {
            throw new InvalidOption("epsilon", "must not be given beside delta");
        }
        return arguments.has("delta") ? toEpsilon(from, arguments) : toDelta(from, arguments);
    }

    private static Answer toEpsilon(String from, Arguments arguments) {
        double delta = arguments.number("delta");
        Answer answer = new Answer().with("delta", delta);
        return switch (from) {
            case "zcdp" -> zcdpEpsilon(arguments.number("value"), delta, answer);
            case "gdp" -> answer.with("epsilon", GaussianCurve.epsilon(arguments.number("value"), delta));
            default ->
                arguments.has("order")
                        ? epsilonAtOrder(arguments, delta, answer)
                        : bestEpsilon(recipe(arguments), delta, answer);
        };
    }

    private static Answer zcdpEpsilon(double rho, double delta, Answer answer) {
        return answer.with("epsilon", ZcdpConversion.epsilon(rho, delta))
                .with("epsilon_simple", ZcdpConversion.simpleEpsilon(rho, delta));
    }

    private static Answer epsilonAtOrder(Arguments arguments, double delta, Answer answer) {
        double order = arguments.number("order");
        double divergence = divergence(arguments, order);
        return answer.with("epsilon", RenyiConversion.epsilon(order, divergence, delta))
                .with("epsilon_simple", RenyiConversion.simpleEpsilon(order, divergence, delta));
    }

    /** A plan with a delta of its own has no simple conversion. */
    private static Answer bestEpsilon(ComposedLoss plan, double delta, Answer answer) {
        double epsilon = plan.renyiEpsilon(delta).map(Best::epsilon).orElse(Double.POSITIVE_INFINITY);
        answer.with("epsilon", epsilon);
        return plan.splitDelta() > 0
                ? answer
                : answer.with(
                        "epsilon_simple",
                        RenyiConversion.bestSimple(plan::renyi, delta).epsilon());
    }

    private static Answer toDelta(String from, Arguments arguments) {
        double epsilon = arguments.number("epsilon");
        Answer answer = new Answer().with("epsilon", epsilon);
        return switch (from) {
            case "zcdp" ->
                answer.with("delta", ZcdpConversion.delta(arguments.number("value"), epsilon))
                        .with("delta_simple", ZcdpConversion.simpleDelta(arguments.number("value"), epsilon));
            case "gdp" -> answer.with("delta", GaussianCurve.delta(epsilon, arguments.number("value")));
            default -> answer.with("delta", renyiDelta(arguments, epsilon));
        };
    }

    private static double renyiDelta(Arguments arguments, double epsilon) {
        if (!arguments.has("order")) {
            return bestDelta(recipe(arguments), epsilon);
        }
        double order = arguments.number("order");
        return RenyiConversion.delta(order, divergence(arguments, order), epsilon);
    }

    private static double bestDelta(ComposedLoss plan, double epsilon) {
        requireConvertible(plan, epsilon);
        return plan.renyiDelta(epsilon);
    }

    private static void requireConvertible(ComposedLoss plan, double epsilon) {
        if (!(epsilon >= 0)) {
            throw new InvalidOption("epsilon", "must be >= 0, was " + epsilon);
        }
        if (plan.splitDelta() > 0) {
            throw new InvalidOption("value", "must be without a delta of its own where delta is asked for");
        }
    }

    private static double divergence(Arguments arguments, double order) {
        return arguments.text("value").contains("(") ? arguments.plan("value").renyi(order) : arguments.number("value");
    }

    private static ComposedLoss recipe(Arguments arguments) {
        if (!arguments.text("value").contains("(")) {
            throw new InvalidOption("order", "must be given where value is a number");
        }
        return arguments.plan("value");
    }
}
