package dev.weir.operators.admit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AdmittedRecordTest {

    private final AdmittedRecord record = new AdmittedRecord();

    @Test
    void the_largest_query_width_and_key_stay_apart() {
        record.add(32_767, Integer.MAX_VALUE, new long[65_534]);
        record.add(1, 2, new long[] {3});
        assertThat(record.query(0)).isEqualTo(32_767);
        assertThat(record.width(0)).isEqualTo(65_535);
        assertThat((int) record.word(0)).isEqualTo(Integer.MAX_VALUE);
        assertThat(record.query(65_535)).isEqualTo(1);
        assertThat(record.length()).isEqualTo(65_537);
    }

    @Test
    void the_route_is_that_of_the_id_that_was_set_last() {
        byte[] first = {1, 2, 3};
        byte[] other = {4};
        AdmittedRecord readBack = new AdmittedRecord();
        record.start(first, 0);
        int route = record.route();
        record.start(other, 0);
        int otherRoute = record.route();
        assertThat(otherRoute).isNotEqualTo(route);
        for (AdmittedRecord used : new AdmittedRecord[] {record, readBack}) {
            used.setId(first.length, 0x0102030000000000L, 0, AdmittedRecord.NO_BYTES);
            assertThat(used.route()).isEqualTo(route);
            used.start(other, 0);
            assertThat(used.route()).isEqualTo(otherRoute);
        }
    }

    @Test
    void what_does_not_fit_is_refused_and_leaves_nothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> record.add(32_768, 0, new long[1]))
                .withMessage("query must be 0 to 32767, was 32768");
        assertThatIllegalArgumentException().isThrownBy(() -> record.add(-1, 0, new long[1]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> record.add(0, 0, new long[65_535]))
                .withMessage("width of a contribution must be at most 65535 words, was 65536");
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> record.add(0, -1, new long[1]));
        assertThat(record.length()).isZero();
    }
}
