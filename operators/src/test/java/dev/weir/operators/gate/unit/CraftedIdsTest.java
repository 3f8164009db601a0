package dev.weir.operators.gate.unit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.gate.cell.IndexHash;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Crafted;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
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

    private static int foundAtOnce(IntFunction<byte[]> ids) {
        Plan plan = Plans.daily(Queries.hourly("q").count());
        UnitEntries entries =
                new UnitEntries(new UnitLayout(GateQuery.of(plan), new IndexHash(new SplittableRandom(1)::nextLong)));
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
