package dev.weir.jobs.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.time.Schedule;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PartialWindowsTest {

    private static final long FIRST = Instant.parse("2026-03-02T06:00:00Z").toEpochMilli();
    private static final long LAST = Instant.parse("2026-03-02T08:59:59.999Z").toEpochMilli();

    /** Slots from 06:00 to 09:00, the last millisecond before it included. */
    @ParameterizedTest
    @CsvSource({"05, 07, true", "06, 07, false", "08, 09, false", "08, 10, true", "05, 10, true", "06, 09, false"})
    void a_row_is_partial_if_its_window_reaches_before_the_first_slot_or_behind_the_last(
            String from, String to, boolean partial) {
        String row = "{\"query\":\"q\",\"key\":\"\\\"window\\\":{}\",\"window\":{\"start\":\"2026-03-02T" + from
                + ":00:00Z\",\"end\":\"2026-03-02T" + to + ":00:00Z\"},\"release\":\"r\"}";
        byte[] marked = new PartialWindows(new Schedule(FIRST, LAST + 1)).marked(row.getBytes(StandardCharsets.UTF_8));
        String expected = partial ? row.substring(0, row.length() - 1) + ",\"partial\":true}" : row;
        assertThat(new String(marked, StandardCharsets.UTF_8)).isEqualTo(expected);
    }
}
