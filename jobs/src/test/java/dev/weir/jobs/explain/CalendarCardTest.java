package dev.weir.jobs.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what the card says of windows that meet several periods of the unit. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CalendarCardTest {

    private static final String PIPELINE = """
            pipeline: p
            domain: {name: p}
            source: {format: csv, time: time, unit: unit}
            privacy: {unit: user-per-day, budget: {epsilon: 1.5}}
            queries:
              - name: local
                key: {field: key, declared: [en, de]}
                window: WINDOW
                release: [{count: edits}]
                spend: {contributions: 2}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Card card(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("p.yaml"), text);
        return Card.of(PipelineFile.read(file, List.of(), Purpose.EXPLAIN).pipeline());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {calendar: day, zone: Europe/Berlin}  | 2  | 3
            {calendar: month, zone: Asia/Kolkata} | 32 | 48
            {tumbling: 7d, offset: 4d}            | 7  | 10.5
            """)
    void a_window_costs_as_often_as_it_meets_a_period(String window, int periods, double epsilon) throws IOException {
        Card card = card(PIPELINE.replace("WINDOW", window));
        JsonNode said = new ObjectMapper().readTree(card.json()).at("/windows/0");
        assertThat(said.get("query").asText()).isEqualTo("local");
        assertThat(said.get("periods").asInt()).isEqualTo(periods);
        assertThat(said.get("epsilon").asDouble()).isEqualTo(epsilon);
        assertThat(card.text()).contains("in the " + periods + " of them that a window of query local meets epsilon ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{tumbling: 1h}", "{calendar: day, zone: UTC}", "{running: {every: 1h, horizon: 24}}"})
    void a_window_within_a_period_costs_no_more_than_it(String window) throws IOException {
        Card card = card(PIPELINE.replace("WINDOW", window));
        assertThat(new ObjectMapper().readTree(card.json()).has("windows")).isFalse();
    }

    @Test
    void a_unit_without_periods_has_one_account() throws IOException {
        Card card = card(PIPELINE.replace("WINDOW", "{calendar: day, zone: Europe/Berlin}")
                .replace("user-per-day", "user"));
        assertThat(new ObjectMapper().readTree(card.json()).has("windows")).isFalse();
    }
}
