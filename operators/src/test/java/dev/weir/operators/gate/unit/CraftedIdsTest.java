package dev.weir.operators.gate.unit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.gate.cell.IndexHash;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Crafted;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Tests ids chosen by an attacker who knows the program. Without collisions, most of them are in the first bucket of their
 * search: more than half at a load of 2/3. With collisions hardly any are.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CraftedIdsTest {

    private static final int UNITS = 20_000;

    @Test
    void units_whose_ids_collide_under_fixed_hashes_are_found_at_once() {
        assertThat(foundAtOnce(Crafted::longId)).isGreaterThan(UNITS / 2);
        assertThat(foundAtOnce(i -> Crafted.shortId(i, 31, 17))).isGreaterThan(UNITS / 2);
        assertThat(foundAtOnce(i -> Crafted.shortId(i, 31, 1))).isGreaterThan(UNITS / 2);
    }

    /** The candidate for the second of such units is the first one. */
    @Test
    void units_with_the_same_bucket_and_the_same_half_in_it_are_told_apart() {
        UnitEntries entries = entries();
        int[] pair = alike(entries);
        for (int unit = 0; unit < pair.length; unit++) {
            AdmittedRecord record = record(pair[unit]);
            long hash = entries.hash(record, 0);
            assertThat(entries.candidate(hash)).isEqualTo(unit - 1);
            assertThat(entries.find(record, 0, hash, unit - 1)).isEqualTo(-1);
            entries.insert(record, 0);
            assertThat(entries.candidate(hash)).isZero();
            assertThat(entries.find(record, 0, hash, 0)).isEqualTo(unit);
        }
    }

    /** Returns the numbers of two units with the same upper half of their hash, which fall into the same of 16 buckets. Of 2 million units some 30 pairs are such. */
    private static int[] alike(UnitEntries entries) {
        Map<Long, Integer> known = new HashMap<>();
        for (int unit = 0; unit < 2_000_000; unit++) {
            long hash = entries.hash(record(unit), 0);
            Integer other = known.put(hash & (-1L << Integer.SIZE | 15), unit);
            if (other != null) {
                return new int[] {other, unit};
            }
        }
        throw new AssertionError("no two units are alike");
    }

    private static AdmittedRecord record(int unit) {
        AdmittedRecord record = new AdmittedRecord();
        record.start(Long.toString(unit).getBytes(StandardCharsets.UTF_8), 0);
        return record;
    }

    private static UnitEntries entries() {
        Plan plan = Plans.daily(Queries.hourly("q").count());
        return new UnitEntries(new UnitLayout(GateQuery.of(plan), new IndexHash(new SplittableRandom(1)::nextLong)));
    }

    private static int foundAtOnce(IntFunction<byte[]> ids) {
        UnitEntries entries = entries();
        AdmittedRecord record = new AdmittedRecord();
        for (int unit = 0; unit < UNITS; unit++) {
            record.start(ids.apply(unit), 0);
            assertThat(entries.insert(record, 0)).isEqualTo(unit);
        }
        int found = 0;
        for (int unit = 0; unit < UNITS; unit++) {
            record.start(ids.apply(unit), 0);
            long hash = entries.hash(record, 0);
            assertThat(entries.find(record, 0, hash)).isEqualTo(unit);
            found += (int) entries.prefetchIndex(hash) - 1 == unit ? 1 : 0;
        }
        return found;
    }
}
