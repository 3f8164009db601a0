package dev.weir.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.LocalDate;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DaysTest {

    @ParameterizedTest
    @CsvSource({
        "2026-03-02, 2026-03-02, 2 March 2026",
        "2026-03-02, 2026-03-08, 2 to 8 March 2026",
        "2026-02-28, 2026-03-02, 28 February to 2 March 2026",
        "2025-12-30, 2026-01-03, 30 December 2025 to 3 January 2026"
    })
    void what_two_days_share_is_said_once(LocalDate first, LocalDate last, String words) {
        assertThat(new Days(first, last).words()).isEqualTo(words);
    }

    /** A window that ends at midnight covers the day before. */
    @Test
    void a_window_is_about_the_days_that_it_has_a_moment_of() throws JsonProcessingException {
        assertThat(of("{\"keys\":{\"a\":{\"starts\":[\"2026-03-02T00:00:00Z\",\"2026-03-03T00:00:00Z\"],"
                        + "\"ends\":[\"2026-03-03T00:00:00Z\",\"2026-03-04T00:00:00Z\"]}}}"))
                .isEqualTo("2 to 3 March 2026");
    }

    /** The first sliding window starts before the first step. */
    @Test
    void a_series_begins_with_its_first_step() throws JsonProcessingException {
        assertThat(of("{\"bands\":{},\"keys\":{\"a\":{\"starts\":[\"2026-03-01T20:00:00Z\",\"2026-03-01T21:00:00Z\"],"
                        + "\"ends\":[\"2026-03-02T01:00:00Z\",\"2026-03-02T02:00:00Z\"]}}}"))
                .isEqualTo("2 March 2026");
    }

    @Test
    void without_rows_there_are_no_days() throws JsonProcessingException {
        assertThat(Days.of(new ObjectMapper().readTree("[{\"keys\":{}}]"))).isEmpty();
    }

    private static String of(String query) throws JsonProcessingException {
        return Days.of(new ObjectMapper().readTree("[" + query + "]"))
                .orElseThrow()
                .words();
    }
}
