package dev.weir.calculator.loss;

import dev.weir.accountant.compose.ComposedLoss;
import dev.weir.accountant.compose.LossBound;
import dev.weir.accountant.compose.pld.Work;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.operators.encoding.Spelled;
import java.util.OptionalDouble;

/** The calculation {@code delta}: the &delta; of a plan at an &epsilon;. */
public final class DeltaCalculation {

    private static final Option<Double> EPSILON = Option.number("epsilon", "at least 0");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named("delta", "The delta of a plan of releases at an epsilon.")
                    .with(Plans.RECIPE, EPSILON)
                    .answering("delta_certified", "delta_estimate", "method")
                    .example("--recipe \"laplace(b=10)*20\" --epsilon 1"),
            asked -> answer(asked.get(Plans.RECIPE), asked.get(EPSILON), Work.ofAnswer()));

    private DeltaCalculation() {}

    /**
     * Computes the answer. The certified value is an upper bound. If the estimate would take too much work, the
     * certified value is given in its place.
     *
     * @param work the limit on the work for the estimate
     */
    static Answer answer(ComposedLoss plan, double epsilon, Work work) {
        LossBound bound = LossBound.delta(plan, epsilon);
        OptionalDouble estimate =
                work.answer(taken -> plan.estimateDelta(epsilon, taken)).orElse(OptionalDouble.empty());
        return new Answer()
                .with("delta_certified", bound.value())
                .with("delta_estimate", estimate.orElse(bound.value()))
                .with("method", Spelled.of(bound.method()));
    }
}
