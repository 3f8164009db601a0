package dev.weir.operators.gate.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.weir.operators.gate.rule.UnsettledRecords;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SegmentedRecordsTest {

    private static final int BASE_CELLS = 40;

    private final CellShape shape =
            new CellShape(0, 1, 1000, false, BASE_CELLS, true, new IndexHash(new SplittableRandom(5)::nextLong));
    private final WindowCells window = WindowCells.create(shape, 10, 0);
    private final SegmentedRecords records = (SegmentedRecords) Objects.requireNonNull(window.unsettled());

    /** Format 6 of tables has packed integers with room for the sum of 16, and their base cells must find room without nodes. */
    @Test
    void the_number_of_records_is_that_of_the_format_and_their_base_cells_find_room() {
        assertThat(UnsettledRecords.MOST).isEqualTo(16).isLessThanOrEqualTo(WindowCells.mostFew(shape));
    }

    @Test
    void a_unit_has_records_or_cells_in_a_window_and_not_both() {
        for (int i = 0; i < UnsettledRecords.MOST; i++) {
            records.add(7, i / 2, i);
        }
        assertThatIllegalStateException().isThrownBy(() -> records.add(7, 0, 0));
        assertThatIllegalStateException().isThrownBy(() -> window.open(7, 0));
        long[] moved = records.moveOut(7);
        assertThat(moved).hasSize(UnsettledRecords.MOST);
        for (int i = 0; i < moved.length; i++) {
            assertThat(UnsettledRecords.key(moved[i])).isEqualTo(i / 2);
            assertThat(UnsettledRecords.packed(moved[i])).isEqualTo(i);
        }
        assertThatIllegalStateException().isThrownBy(() -> records.add(7, 0, 0));
        assertThat(window.open(7, 0)).isNotNegative();
        window.open(8, 0);
        assertThatIllegalStateException().isThrownBy(() -> records.add(8, 0, 0));
        assertThat(records.count(9)).isZero();
    }

    /** Nothing but the time depends on what is read ahead, so no other test notices which units are. */
    @Test
    void cells_are_read_ahead_of_units_whose_records_have_been_moved_out() {
        records.add(1, 0, 0);
        window.open(2, 0);
        records.add(3, 0, 0);
        records.moveOut(3);
        int[] units = {9, 9, 1, 2, 4, 3, 9};
        int[] segments = new int[units.length];
        assertThat(records.prefetch(units, segments, 2, 6)).isNotZero();
        assertThat(records.putMovedFirst(units, segments, 2, 6)).isEqualTo(4);
        assertThat(units).startsWith(9, 9, 2, 3);
    }

    /** Behind the number of records and that of words stand unit, base cell and integers. */
    @Test
    void records_that_no_job_has_written_are_refused() throws IOException {
        records.add(0, BASE_CELLS - 1, 5);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CellCodec.write(records.view(new AtomicBoolean()), 0, new DataOutputStream(bytes));
        byte[] written = bytes.toByteArray();
        assertThat(read(written).count(0)).isEqualTo(1);
        assertThatIOException().isThrownBy(() -> read(changed(written, 4, 1)));
        for (int at : new int[] {8, 12, 16}) {
            assertThatIOException().isThrownBy(() -> read(changed(written, at, -1)));
        }
        assertThatIOException().isThrownBy(() -> read(changed(written, 12, BASE_CELLS)));
    }

    private static byte[] changed(byte[] written, int at, int number) {
        byte[] changed = written.clone();
        ByteBuffer.wrap(changed).putInt(at, number);
        return changed;
    }

    private SegmentedRecords read(byte[] written) throws IOException {
        SegmentedRecords restored = new SegmentedRecords(shape, 10, 0);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(written));
        CellCodec.readUnsettled(in, restored, BASE_CELLS, key -> key);
        return restored;
    }
}
