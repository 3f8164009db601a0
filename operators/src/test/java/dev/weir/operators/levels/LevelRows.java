package dev.weir.operators.levels;

import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.release.QueryRoutes;
import dev.weir.operators.testing.KeyedBench;
import dev.weir.operators.time.Schedule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the operator of levels in a test harness. */
final class LevelRows implements AutoCloseable {

    static final Schedule SCHEDULE = Schedule.startingAt(0);

    private final KeyedBench<Outcome, Outcome> bench;

    LevelRows(Plan plan, Schedule schedule, int parallelism, KeyedBench.@Nullable State state) throws Exception {
        bench = new KeyedBench<Outcome, Outcome>(
                        () -> new LevelOperator(plan, schedule, false), new QueryRoutes(plan), false)
                .start(parallelism, state);
    }

    static LevelRows start(Plan plan) throws Exception {
        return new LevelRows(plan, SCHEDULE, 1, null);
    }

    /** The outcomes of all nodes with draws: numbers that differ from node to node. */
    static List<Outcome> drawn(Plan plan, long end) {
        List<Outcome> drawn = new ArrayList<>();
        int width = plan.queries().get(0).query().layout().measured();
        List<String> names = plan.queries().get(0).query().keys().known();
        for (int node = 0; node < names.size(); node++) {
            if (plan.queries().get(0).isDrawn(node)) {
                long[] values = new long[width];
                for (int i = 0; i < width; i++) {
                    values[i] = 1000L * (i + 1) + 37L * node * node % 101 - end / 3_600_000;
                }
                drawn.add(new Outcome(Outcome.Kind.RELEASED, 0, names.get(node), end - 3_600_000, end, 5, values));
            }
        }
        return drawn;
    }

    void add(List<Outcome> outcomes) throws Exception {
        for (Outcome outcome : outcomes) {
            bench.process(outcome);
        }
    }

    void watermark(long time) throws Exception {
        bench.watermark(time);
    }

    List<Outcome> rows() {
        return bench.output();
    }

    KeyedBench.State snapshot() throws Exception {
        return bench.snapshot();
    }

    @Override
    public void close() {
        bench.close();
    }
}
