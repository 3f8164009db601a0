package dev.weir.operators.gate.unit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.gate.cell.IndexHash;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Crafted;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests views of entries of units whose ids are not in their entries. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class UnitViewTest {

    private static final Plan PLAN = Plans.daily(Queries.hourly("q").count());

    private final UnitLayout layout =
            new UnitLayout(GateQuery.of(PLAN), new IndexHash(new SplittableRandom(1)::nextLong));
    private final UnitEntries units = new UnitEntries(layout);
    private final AdmittedRecord record = new AdmittedRecord();

    private void insert(int unit) {
        record.start(unit % 3 == 0 ? Crafted.shortId(unit, 31, 17) : Crafted.longId(unit), 0);
        units.insert(record, unit % 2);
    }

    private byte[] written(UnitView view) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new UnitCodec(layout, new Overdrafts()).write(view, new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private UnitView viewOf(int size) {
        for (int unit = 0; unit < size; unit++) {
            insert(unit);
        }
        return units.view(new AtomicBoolean());
    }

    @Test
    void long_ids_stay_with_their_units_while_half_of_them_are_forgotten() throws IOException {
        UnitView view = viewOf(1000);
        byte[] then = written(view);
        units.forget(period -> period == 0);
        assertThat(written(view)).isEqualTo(then);
        assertThat(written(units.view(new AtomicBoolean()))).isNotEqualTo(then);
    }

    /** The arrays of entries grow at other sizes than those of the ids. */
    @Test
    void long_ids_stay_with_their_units_when_others_have_come_before_some_are_forgotten() throws IOException {
        for (int size = 1; size < 40; size++) {
            UnitEntries grown = new UnitEntries(layout);
            insert(grown, 0, size);
            UnitView view = grown.view(new AtomicBoolean());
            byte[] then = written(view);
            insert(grown, size, size + 2);
            grown.forget(period -> period == 0);
            assertThat(written(view)).as("%d units", size).isEqualTo(then);
        }
    }

    private void insert(UnitEntries into, int from, int to) {
        for (int unit = from; unit < to; unit++) {
            record.start(unit % 3 == 0 ? Crafted.shortId(unit, 31, 17) : Crafted.longId(unit), 0);
            into.insert(record, unit % 2);
        }
    }

    @Test
    void long_ids_stay_with_their_units_while_others_come() throws IOException {
        UnitView view = viewOf(1000);
        byte[] then = written(view);
        for (int unit = 1000; unit < 2000; unit++) {
            insert(unit);
        }
        assertThat(written(view)).isEqualTo(then);
        assertThat(written(units.view(new AtomicBoolean()))).isNotEqualTo(then);
    }
}
