package dev.weir.jobs.calc;

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
        double epsilon = arguments.number("epsilon");
        LossBound bound = LossBound.delta(plan, epsilon);
        OptionalDouble estimate = plan.estimateDelta(epsilon, Work.ofAnswer());
        return new Answer()
                .with("delta_certified", bound.value())
                .with("delta_estimate", estimate.orElse(bound.value()))
                .with("method", Spelled.of(bound.method()));
    }
}
