package dev.weir.calculator.loss;

import dev.weir.accountant.compose.ComposedLoss;
import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.compose.convert.RenyiConversion;
import dev.weir.accountant.compose.convert.RenyiConversion.Best;
import dev.weir.accountant.compose.convert.ZcdpConversion;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import java.util.List;

/**
 * The calculation {@code convert}: from an amount in another currency to &epsilon; at a given &delta;, or to &delta; at
 * a given &epsilon;.
 *
 * <p>The answer contains both &epsilon; and &delta;. The given value is repeated, so that in a batch file the last column of the name
 * {@code epsilon} or {@code delta} contains it.
 */
public final class ConvertCalculation {

    private static final Option<String> FROM = Option.choice("from", "", "zcdp", "rdp", "gdp");
    private static final Option<Double> VALUE = Option.number(
                    "value", "rho, mu or the divergence; for rdp also a recipe")
            .held("rho")
            .held("mu")
            .held("divergence");
    private static final Option<ComposedLoss> PLAN = Option.of("value", Plans.KIND, "the recipe");
    private static final Option<String> WORDS = Option.of("value", Kind.TEXT, "the recipe, or a number");
    private static final Option<Double> DELTA = Option.number("delta", "at which to give epsilon");
    private static final Option<Double> EPSILON = Option.number("epsilon", "at which to give delta");
    private static final Option<Double> ORDER =
            Option.number("order", "of the divergence; a recipe without it takes the best");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named("convert", "The (epsilon, delta) of an amount in another currency, at one of the two.")
                    .with(FROM, VALUE, DELTA, EPSILON, ORDER)
                    .answering(given -> given.contains(EPSILON)
                            ? List.of("epsilon", "delta", "epsilon_simple", "delta_simple")
                            : List.of("epsilon", "epsilon_simple"))
                    .example("--from zcdp --value 0.1 --delta 1e-6"),
            ConvertCalculation::answer);

    private ConvertCalculation() {}

    private static Answer answer(Arguments arguments) {
        String from = arguments.get(FROM);
        boolean atDelta = arguments.has(DELTA);
        if (atDelta == arguments.has(EPSILON)) {
            throw atDelta
                    ? EPSILON.invalid("must not be given beside delta")
                    : DELTA.invalid("must be given, or epsilon");
        }
        return atDelta ? toEpsilon(from, arguments) : toDelta(from, arguments);
    }

    private static Answer toEpsilon(String from, Arguments arguments) {
        double delta = arguments.get(DELTA);
        Answer answer = new Answer().with("delta", delta);
        return switch (from) {
            case "zcdp" -> zcdpEpsilon(arguments.get(VALUE), delta, answer);
            case "gdp" -> answer.with("epsilon", GaussianCurve.epsilon(arguments.get(VALUE), delta));
            default ->
                arguments.has(ORDER)
                        ? epsilonAtOrder(arguments, delta, answer)
                        : bestEpsilon(recipe(arguments), delta, answer);
        };
    }

    private static Answer zcdpEpsilon(double rho, double delta, Answer answer) {
        return answer.with("epsilon", ZcdpConversion.epsilon(rho, delta))
                .with("epsilon_simple", ZcdpConversion.simpleEpsilon(rho, delta));
    }

    private static Answer epsilonAtOrder(Arguments arguments, double delta, Answer answer) {
        double order = arguments.get(ORDER);
        double divergence = divergence(arguments, order);
        return answer.with("epsilon", RenyiConversion.epsilon(order, divergence, delta))
                .with("epsilon_simple", RenyiConversion.simpleEpsilon(order, divergence, delta));
    }

    /**
     * The best &epsilon; over all orders. The simple conversion is omitted for a plan with a &delta; of its own, because this conversion
     * does not apply to such a plan.
     */
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
        double epsilon = arguments.get(EPSILON);
        Answer answer = new Answer().with("epsilon", epsilon);
        return switch (from) {
            case "zcdp" ->
                answer.with("delta", ZcdpConversion.delta(arguments.get(VALUE), epsilon))
                        .with("delta_simple", ZcdpConversion.simpleDelta(arguments.get(VALUE), epsilon));
            case "gdp" -> answer.with("delta", GaussianCurve.delta(epsilon, arguments.get(VALUE)));
            default -> answer.with("delta", renyiDelta(arguments, epsilon));
        };
    }

    private static double renyiDelta(Arguments arguments, double epsilon) {
        if (!arguments.has(ORDER)) {
            return bestDelta(recipe(arguments), epsilon);
        }
        double order = arguments.get(ORDER);
        return RenyiConversion.delta(order, divergence(arguments, order), epsilon);
    }

    private static double bestDelta(ComposedLoss plan, double epsilon) {
        requireConvertible(plan, epsilon);
        return plan.renyiDelta(epsilon);
    }

    private static void requireConvertible(ComposedLoss plan, double epsilon) {
        if (!(epsilon >= 0)) {
            throw EPSILON.invalid("must be >= 0, was " + epsilon);
        }
        if (plan.splitDelta() > 0) {
            throw VALUE.invalid("must be without a delta of its own where delta is asked for");
        }
    }

    private static double divergence(Arguments arguments, double order) {
        return arguments.get(WORDS).contains("(") ? arguments.get(PLAN).renyi(order) : arguments.get(VALUE);
    }

    private static ComposedLoss recipe(Arguments arguments) {
        if (!arguments.get(WORDS).contains("(")) {
            throw ORDER.invalid("must be given where value is a number");
        }
        return arguments.get(PLAN);
    }
}
