package dev.weir.calculator.loss;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.accountant.compose.ComposedLoss;
import dev.weir.accountant.compose.LossBound;
import dev.weir.accountant.compose.pld.Work;
import dev.weir.operators.identity.Spelled;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** The &delta; of a plan at an &epsilon;. */
final class DeltaCalculation extends Calculation {

    DeltaCalculation() {
        super(
                "delta",
                "The delta of a plan of releases at an epsilon.",
                Option.of("recipe", "the plan: mechanism(parameter=value,...)*count, joined by +"),
                Option.of("epsilon", "at least 0"));
    }

    @Override
    String example() {
        return "--recipe \"laplace(b=10)*20\" --epsilon 1";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of("delta_certified", "delta_estimate", "method");
    }

    @Override
    Answer answer(Arguments arguments) {
        ComposedLoss plan = arguments.plan("recipe");
        return answer(plan, arguments.number("epsilon"), Work.ofAnswer());
    }

    /**
     * The answer of which the bound is certain, whatever work there is for the rest.
     *
     * @param work of the estimate
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
