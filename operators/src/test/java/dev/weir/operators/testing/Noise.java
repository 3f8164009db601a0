package dev.weir.operators.testing;

import dev.weir.operators.keys.KeyRouting;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * The released minus the exact value of one aggregate of one cell, in grid steps: what anyone who knows the exact value
 * learns of the noise.
 *
 * @param subtask the release operator's subtask of the key
 * @param query the query's number in the plan
 * @param aggregate the aggregate's number in its query
 * @param key the number of the declared key
 * @param windowEnd the end of the window, epoch milliseconds
 * @param steps released minus exact value, in grid steps
 */
public record Noise(int subtask, int query, int aggregate, int key, long windowEnd, long steps) {

    /** Returns the noise of a chain's releases, in the order of the releases; a cell's exact value never changes. */
    public static List<Noise> of(Plan plan, int parallelism, List<Outcome> outcomes) {
        Map<String, long[]> exact = new HashMap<>();
        for (Outcome outcome : outcomes) {
            if (outcome.kind() == Outcome.Kind.EXACT) {
                exact.put(Chain.name(outcome), outcome.values());
            }
        }
        List<Noise> noise = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            if (outcome.kind() == Outcome.Kind.RELEASED) {
                int key = key(plan, outcome);
                int subtask = subtask(
                        KeyRouting.of(
                                plan.queries().get(outcome.query()).query().name(), outcome.key()),
                        parallelism);
                noise.addAll(difference(subtask, key, outcome, Objects.requireNonNull(exact.get(Chain.name(outcome)))));
            }
        }
        return noise;
    }

    private static int key(Plan plan, Outcome outcome) {
        return plan.queries().get(outcome.query()).query().keys().known().indexOf(outcome.key());
    }

    private static int subtask(int route, int parallelism) {
        return KeyGroupRangeAssignment.assignKeyToParallelOperator(route, KeyedBench.MAX_PARALLELISM, parallelism);
    }

    private static List<Noise> difference(int subtask, int key, Outcome released, long[] exact) {
        List<Noise> noise = new ArrayList<>();
        for (int i = 0; i < exact.length; i++) {
            long steps = released.values()[i] - exact[i];
            noise.add(new Noise(subtask, released.query(), i, key, released.end(), steps));
        }
        return noise;
    }

    /** Returns other noise at the same place. */
    public Noise with(long otherSteps) {
        return new Noise(subtask, query, aggregate, key, windowEnd, otherSteps);
    }
}
