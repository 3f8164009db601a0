package dev.weir.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.ZoneId;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ClocksTest {

    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text);
    }

    /** In Berlin clocks go back at 2026-10-25T01:00:00Z, from two hours ahead of UTC to one. */
    @Test
    void clocks_that_are_changed_within_the_windows_have_two_rules() throws IOException {
        JsonNode keys = json("{\"a\":{\"starts\":[\"2026-10-24T22:00:00Z\"],\"ends\":[\"2026-10-25T23:00:00Z\"]}}");
        assertThat(Clocks.of(ZoneId.of("Europe/Berlin"), keys).toString())
                .isEqualTo("[{\"from\":1792879200000,\"ahead\":7200000},{\"from\":1792890000000,\"ahead\":3600000}]");
    }

    @Test
    void the_zone_is_that_of_the_calendar_or_of_the_reset() throws IOException {
        assertThat(Clocks.zone(json("{\"calendar\":\"day\",\"zone\":\"Asia/Kolkata\"}")))
                .hasToString("Asia/Kolkata");
        assertThat(
                        Clocks.zone(
                                json(
                                        "{\"running\":{\"every\":\"1h\",\"reset\":{\"calendar\":\"day\",\"zone\":\"Europe/Berlin\"}}}")))
                .hasToString("Europe/Berlin");
        assertThat(Clocks.zone(json("{\"tumbling\":\"1h\"}"))).isNull();
    }
}
