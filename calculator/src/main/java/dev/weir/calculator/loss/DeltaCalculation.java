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

/** The &delta; of a plan at an &epsilon;. */
public final class DeltaCalculation {

    private static final Option<Double> EPSILON = Option.number("epsilon", "at least 0");

    /** The question. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named("delta", "The delta of a plan of releases at an epsilon.")
                    .with(Plans.RECIPE, EPSILON)
                    .answering("delta_certified", "delta_estimate", "method")
                    .example("--recipe \"laplace(b=10)*20\" --epsilon 1"),
            asked -> answer(asked.get(Plans.RECIPE), asked.get(EPSILON), Work.ofAnswer()));

    private DeltaCalculation() {}

    /**
     * The answer. Its bound is certain; where the estimate would take too much work, the bound stands in for it.
     *
     * @param work the work that the estimate may take
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
