package dev.weir.jobs.demo.attacks.job;

import dev.weir.jobs.demo.attacks.world.Attack;
import dev.weir.jobs.demo.attacks.world.Fact;
import org.apache.flink.api.common.functions.AggregateFunction;

/**
 * The exact totals of a window.
 *
 * @param attack says which
 */
record ExactTotals(Attack attack) implements AggregateFunction<Fact, long[], long[]> {

    private static final long serialVersionUID = 1L;

    @Override
    public long[] createAccumulator() {
        return new long[attack.totals()];
    }

    @Override
    public long[] add(Fact fact, long[] totals) {
        attack.add(fact, totals);
        return totals;
    }

    @Override
    public long[] getResult(long[] totals) {
        return totals;
    }

    @Override
    public long[] merge(long[] totals, long[] others) {
        for (int i = 0; i < totals.length; i++) {
            totals[i] += others[i];
        }
        return totals;
    }
}
