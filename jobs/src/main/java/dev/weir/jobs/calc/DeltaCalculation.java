package dev.weir.jobs.calc;

import dev.weir.accountant.compose.ComposedLoss;
import dev.weir.accountant.compose.pld.Work;
import java.util.List;
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
        return List.of("delta_certified", "delta_estimate");
    }

    @Override
    Answer answer(Arguments arguments) {
        ComposedLoss plan = arguments.plan("recipe");
        double epsilon = arguments.number("epsilon");
        Work work = Work.ofAnswer();
        double certified = plan.certifiedDelta(epsilon, work);
        return new Answer()
                .with("delta_certified", certified)
                .with("delta_estimate", plan.estimateDelta(epsilon, work).orElse(certified));
    }
}
