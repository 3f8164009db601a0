package dev.weir.jobs.audit;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.record.RecordReader;
import dev.weir.operators.time.Schedule;
import dev.weir.testing.drawn.DrawnRows;
import dev.weir.testing.drawn.ExactTotals;
import dev.weir.testing.published.Published.RowPlace;
import dev.weir.testing.scenario.Scenario;
import dev.weir.testing.statistic.Trials;
import dev.weir.testing.world.SlotInput;
import dev.weir.testing.world.SlotSchedule;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * What the made records of one world add to exact totals, with the canary and without it.
 *
 * @param keys the keys of a world
 * @param records makes the records
 * @param scenarios the scenarios
 */
record CanaryTotals(AuditedKeys keys, AuditedRecords records, List<Scenario> scenarios) {

    private static final int FEWEST_TRIALS = 8;

    /**
     * Draws of the rows that the canary moves.
     *
     * @param schedule which windows are released
     */
    DrawnRows drawn(Schedule schedule) {
        return new DrawnRows(keys.pipeline().plan(), schedule, of(schedule, true), of(schedule, false));
    }

    private Map<RowPlace, long[]> of(Schedule schedule, boolean hasCanary) {
        Pipeline inside = records.readable(keys.over(scenarios.size(), 1));
        BitSet canary = new BitSet();
        canary.set(0, hasCanary);
        Trials one = new Trials(FEWEST_TRIALS, canary, new BitSet(), new BitSet());
        SlotSchedule slots = SlotSchedule.of(
                Scenario.stamps(scenarios), inside.plan().timing().delayMillis(), 1, 1);
        SlotInput input = new SlotInput(slots, new WorldRecords(one, 0, scenarios, records));
        return ExactTotals.of(inside.plan(), schedule, new SlotDecoder(new RecordReader(inside)), input.slots());
    }
}
