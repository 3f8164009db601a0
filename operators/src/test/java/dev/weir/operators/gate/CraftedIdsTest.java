package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Crafted;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Ids, and units that meet in a window, chosen by somebody who knows the program. Where they do not collide, most of them
 * lie in the very bucket where the search for them begins: at a load of 2/3 more than half, where all collide hardly any.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CraftedIdsTest {

    private static final int UNITS = 20_000;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /** The least power of two of which {@link #UNITS} are at most 2/3. */
    private static final int BUCKETS = 1 << 15;

    @Test
    void units_whose_ids_collide_under_fixed_hashes_are_found_at_once() {
        assertThat(foundAtOnce(Crafted::longId)).isGreaterThan(UNITS / 2);
        assertThat(foundAtOnce(i -> Crafted.shortId(i, 31, 17))).isGreaterThan(UNITS / 2);
        assertThat(foundAtOnce(i -> Crafted.shortId(i, 31, 1))).isGreaterThan(UNITS / 2);
    }

    private static int foundAtOnce(IntFunction<byte[]> ids) {
        Plan plan = Plans.daily(Queries.hourly("q").count());
        UnitRows rows = new UnitRows(new RowLayout(GateQuery.of(plan), GateRun.secret(1)));
        AdmittedRecord record = new AdmittedRecord();
        for (int unit = 0; unit < UNITS; unit++) {
            record.start(ids.apply(unit), 0);
            assertThat(rows.insert(record, 0)).isEqualTo(unit);
        }
        int found = 0;
        for (int unit = 0; unit < UNITS; unit++) {
            record.start(ids.apply(unit), 0);
            long hash = rows.hash(record, 0);
            assertThat(rows.find(record, 0, hash)).isEqualTo(unit);
            found += (int) rows.prefetchIndex(hash) - 1 == unit ? 1 : 0;
        }
        return found;
    }

    /** A window meets those of a million units whose numbers, times the golden ratio, fall close together. */
    @Test
    void units_that_meet_in_a_window_do_not_collide_either() {
        WindowCells cells = WindowCells.create(new CellShape(0, 0, 1, true, GateRun.secret(2)), 10, 0);
        int[] met = IntStream.range(0, 1 << 20)
                .filter(unit -> (((unit * GOLDEN) >>> 32) & 0x7fff) < 650)
                .toArray();
        assertThat(met.length).isBetween(UNITS, 21_000);
        for (int unit : met) {
            cells.open(unit, 0);
        }
        assertThat(Arrays.stream(met).filter(unit -> cells.prefetchIndex(unit, 0) >>> 32 == unit))
                .hasSizeGreaterThan(met.length / 2);
    }

    /** Each unit is sent to the one of 100 000 keys that brings (unit, key), times the golden ratio, close to the others. */
    @Test
    void nor_do_units_and_keys() {
        WindowCells cells = WindowCells.create(new CellShape(0, 0, 100_000, false, GateRun.secret(3)), 10, 0);
        int[] keys = new int[UNITS];
        for (int unit = 0; unit < UNITS; unit++) {
            while (((((long) unit << 32 | keys[unit] + 2) * GOLDEN) >>> 32 & 0x7fff) >= 16) {
                keys[unit]++;
            }
            cells.open(unit, keys[unit]);
        }
        assertThat(Arrays.stream(keys)).allMatch(key -> key < 100_000);
        // the bucket of the unit's cell holds the cell's number, from 1 on, in its lower bits
        assertThat(IntStream.range(0, UNITS)
                        .filter(unit -> (cells.prefetchIndex(unit, keys[unit]) & BUCKETS - 1) == unit + 1))
                .hasSizeGreaterThan(UNITS / 2);
    }

    /** Over restarts too: cells are read back in the order in which they were written. */
    @Test
    void state_is_the_same_whatever_the_secret_is() throws Exception {
        int cells = 0;
        for (long seed = 90_000; seed < 90_300; seed++) {
            GateCase random = GateCase.of(seed);
            GateRun one = run(random, 1);
            GateRun other = run(random, 2);
            assertThat(one.state()).as("seed %d", seed).isEqualTo(other.state());
            assertThat(one.totals()).isEqualTo(other.totals());
            cells += one.table().cells().views(new AtomicBoolean(true)).size();
        }
        assertThat(cells).isGreaterThan(300);
    }

    private static GateRun run(GateCase random, long secret) throws Exception {
        GateRun run = new GateRun(random.plan(), new OpenKeys(random.plan()), PartialSum::key, GateRun.secret(secret));
        int steps = 0;
        for (GateCase.Step step : random.steps()) {
            if (step.record() == null) {
                run.close(step.closedUpTo());
            } else {
                run.add(step.record());
            }
            if (++steps % 50 == 0) {
                run.restart(new OpenKeys(random.plan()));
            }
        }
        return run;
    }
}
