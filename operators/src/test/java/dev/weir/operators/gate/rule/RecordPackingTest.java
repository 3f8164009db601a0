package dev.weir.operators.gate.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Sum;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RecordPackingTest {

    private static final int RECORDS = 16;

    private static Sum sum(long low, long high) {
        return new Sum("s", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(low, high), null);
    }

    /** A count takes 5 bits, because 16 records count 16. */
    private static List<Aggregate> withCount(Aggregate other) {
        return List.of(new Count("n", BigDecimal.ONE), other);
    }

    @Test
    void as_many_records_of_the_largest_integers_add_up_without_a_carry() {
        List<Aggregate> aggregates = withCount(sum(0, 4_194_303));
        assertThat(RecordPacking.fits(aggregates, RECORDS)).isTrue();
        RecordPacking packing = new RecordPacking(aggregates, RECORDS);
        long packed = packing.pack(new long[] {7, 1, 4_194_303}, 1);
        assertThat(packed).isNotNegative();
        for (int records = 1; records <= RECORDS; records++) {
            assertThat(packing.value(records * packed, 0)).isEqualTo(records);
            assertThat(packing.value(records * packed, 1)).isEqualTo(records * 4_194_303L);
        }
    }

    @Test
    void an_integer_that_no_record_may_have_is_not_packed() {
        RecordPacking packing = new RecordPacking(withCount(sum(0, 100)), RECORDS);
        assertThat(packing.pack(new long[] {1, 100}, 0)).isNotNegative();
        for (long[] words :
                new long[][] {{1, 101}, {1, -1}, {2, 0}, {-1, 5}, {1, Long.MAX_VALUE}, {1, Long.MIN_VALUE}}) {
            assertThat(packing.pack(words, 0)).isNegative();
        }
    }

    @Test
    void integers_are_not_packed_if_they_take_more_than_31_bits_or_may_fall_or_are_not_sums() {
        // 16 times (2^22 - 1) takes 26 bits, 16 times 2^22 takes 27
        assertThat(RecordPacking.fits(withCount(sum(0, (1 << 22) - 1)), RECORDS))
                .isTrue();
        assertThat(RecordPacking.fits(withCount(sum(0, 1 << 22)), RECORDS)).isFalse();
        assertThat(RecordPacking.fits(withCount(sum(-1, 1)), RECORDS)).isFalse();
        assertThat(RecordPacking.fits(withCount(sum(0, 1L << 40)), RECORDS)).isFalse();
        Sum clamped = new Sum("s", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, 9), new Sum.Range(0, 20));
        assertThat(RecordPacking.fits(withCount(clamped), RECORDS)).isFalse();
    }
}
