package dev.weir.operators.state.restore;

import dev.weir.operators.query.Plan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Restores state under the plan under which it was written. */
public final class Restored {

    private Restored() {}

    public static PlanMigration under(Plan plan) {
        List<QueryIdentity> marks = IntStream.range(0, plan.queries().size())
                .mapToObj(query -> QueryIdentity.of(plan, query))
                .toList();
        Map<String, Integer> numbers = new HashMap<>();
        marks.forEach(mark -> numbers.put(mark.name(), numbers.size()));
        return new PlanMigration(plan, marks, RestoredSteps.of(plan), numbers);
    }
}
