package dev.weir.testing.drawn;

import dev.weir.operators.admit.LocalAdmission;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.operators.gate.LocalGate;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Schedule;
import dev.weir.testing.published.Published.RowPlace;
import dev.weir.testing.published.WorldKey;
import dev.weir.testing.world.Slot;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The exact totals that one world's slots add to each cell, counted by admission and gate in the caller's thread. All people of an audit are made up, so
 * nobody's data are in them.
 */
public final class ExactTotals {

    private final Plan plan;
    private final Map<RowPlace, long[]> totals = new HashMap<>();

    private ExactTotals(Plan plan) {
        this.plan = plan;
    }

    /**
     * Counts.
     *
     * @param plan the queries, over the keys of one world; those with levels or with keys that nobody declared are left out
     * @param schedule which windows are released
     * @param decoder decodes the slots as the audited job does
     * @param slots the slots of the world, in their order
     */
    public static Map<RowPlace, long[]> of(
            Plan plan, Schedule schedule, RecordDecoder<Slot> decoder, Stream<Slot> slots) {
        ExactTotals exact = new ExactTotals(plan);
        LocalGate gate = new LocalGate(plan, schedule, exact::add);
        LocalAdmission<Slot> admission = new LocalAdmission<>(plan, schedule, decoder, gate::pass);
        slots.forEach(admission::take);
        admission.sendAll();
        gate.finish();
        return exact.totals;
    }

    private void add(PartialSum sum) {
        PricedQuery priced = plan.queries().get(sum.query());
        if (priced.levelNoise().isEmpty() && priced.query().keys().discovered().isEmpty()) {
            WorldKey key = WorldKey.of(priced.query().keys().known().get(sum.key()));
            RowPlace place = new RowPlace(key.scenario(), priced.query().name(), sum.windowEnd(), key.key());
            totals.merge(place, sum.amounts(), ExactTotals::sum);
        }
    }

    private static long[] sum(long[] some, long[] more) {
        long[] both = some.clone();
        for (int i = 0; i < both.length; i++) {
            both[i] += more[i];
        }
        return both;
    }
}
