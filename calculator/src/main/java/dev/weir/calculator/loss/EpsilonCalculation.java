package dev.weir.calculator.loss;

import dev.weir.accountant.compose.ComposedLoss;
import dev.weir.accountant.compose.LossBound;
import dev.weir.accountant.compose.convert.RenyiConversion.Best;
import dev.weir.accountant.compose.pld.Work;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.operators.encoding.Spelled;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;

/** The calculation {@code epsilon}: the &epsilon; of a plan at a &delta;. */
public final class EpsilonCalculation {

    private static final Option<Double> DELTA = Option.number("delta", "above 0 and below 1");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named("epsilon", "The epsilon of a plan of releases at a delta.")
                    .with(Plans.RECIPE, DELTA)
                    .answering("epsilon_certified", "epsilon_estimate", "epsilon_rdp", "method")
                    .example("--recipe \"gaussian(sigma=8.0)*10+pure(eps=0.05)*4\" --delta 1e-6"),
            asked -> answer(asked.get(Plans.RECIPE), asked.get(DELTA), Work::ofAnswer));

    private EpsilonCalculation() {}

    /**
     * Computes the answer. The certified value is an upper bound. If the estimate would take too much work, the
     * certified value is given in its place. If the epsilon from Renyi divergences would take too much work, infinity
     * is given.
     *
     * @param work supplies a limit on the work for the estimate, and another for the epsilon from Renyi divergences
     */
    static Answer answer(ComposedLoss plan, double delta, Supplier<Work> work) {
        LossBound bound = LossBound.epsilon(plan, delta);
        OptionalDouble estimate =
                work.get().answer(taken -> plan.estimateEpsilon(delta, taken)).orElse(OptionalDouble.empty());
        return new Answer()
                .with("epsilon_certified", bound.value())
                .with("epsilon_estimate", estimate.orElse(bound.value()))
                .with("epsilon_rdp", renyi(plan, delta, work.get()))
                .with("method", Spelled.of(bound.method()));
    }

    /**
     * The epsilon from Renyi divergences; infinity if the plan's own &delta; leaves nothing of {@code delta}, or if the calculation takes
     * too much work.
     */
    private static double renyi(ComposedLoss plan, double delta, Work work) {
        return work.answer(taken -> plan.renyiEpsilon(delta, taken))
                .flatMap(Function.identity())
                .map(Best::epsilon)
                .orElse(Double.POSITIVE_INFINITY);
    }
}
