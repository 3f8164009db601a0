package dev.weir.calculator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every golden row about windows of calendars, exactly: the reference generators computed them from the zone rules of Python,
 * independently of this code.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CalendarGoldenTest {

    @Test
    void windows_begin_and_end_where_the_reference_says() {
        assertThat(CalcBatch.levels("calendar_windows").ask("window"))
                .hasSize(237)
                .allSatisfy(row -> {
                    for (String column : new String[] {"start", "end", "hours"}) {
                        assertThat(row.answer().get(column))
                                .as("%s", row)
                                .isEqualTo(row.golden().get(column));
                    }
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --zone Mars/Olympus --calendar day --at 2026-01-01T00:00:00Z | --zone: zone must be a zone of the tz database, such as Europe/Berlin
            --zone UTC --calendar year --at 2026-01-01T00:00:00Z | --calendar: must be one of day, week, sunday-week, month, was year
            --zone UTC --calendar day --at noon | --at: must be a time such as 2026-01-31T00:00:00Z, was noon
            """)
    void what_makes_no_sense_is_refused(String options, String refusal) {
        Asked asked = Asked.line("window " + options);
        assertThat(asked.code()).isEqualTo(2);
        assertThat(asked.err()).isEqualTo(refusal + "\n");
    }
}
