package dev.weir.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.explain.Card;
import dev.weir.operators.query.PricedTotals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the data of a report's charts. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SeriesTest {

    private static final String PIPELINE = """
            pipeline: p
            domain: {name: p}
            source: {format: csv, time: time, unit: unit}
            privacy: {unit: user-per-day, budget: {epsilon: 1.0, delta: 1e-6}}
            queries:
              - name: so-far
                key: {field: key, declared: [a]}
                window: {running: {every: 1h, horizon: 24, reset: 1d}}
                release: [{sum: value, clamp: [0, 50], grid: 0.5}]
                spend: {contributions: 2}
              - name: last
                key: {field: key, declared: [a]}
                window: {sliding: 2h, every: 1h}
                release: [{count: n}]
                spend: {contributions: 2}
              - name: hourly
                key: {field: key, declared: [a]}
                window: {tumbling: 1h}
                release: [{count: n}]
                spend: {contributions: 2}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private Pipeline pipeline() throws IOException {
        Path file = Files.writeString(dir.resolve("p.yaml"), PIPELINE);
        return PipelineFile.read(file, List.of(), Pipeline.Purpose.EXPLAIN).pipeline();
    }

    private static String row(String query, String value, int hour, String step) {
        return "{\"query\":\"%s\",\"key\":\"a\",\"window\":{\"start\":\"2026-03-02T00:00:00Z\",\"end\":\"2026-03-02T%02d:00:00Z\"}%s,"
                        .formatted(query, hour, step)
                + "\"values\":{\"%s\":{\"value\":5,\"stddev\":1}}}".formatted(value);
    }

    private List<JsonNode> series(Pipeline pipeline) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int hour = 7; hour < 12; hour++) {
            lines.add(row("so-far", "value", hour, ",\"step\":" + hour));
            lines.add(row("last", "n", hour, ""));
            lines.add(row("hourly", "n", hour, ""));
        }
        List<JsonNode> queries = new ArrayList<>();
        new Series(Card.of(pipeline))
                .of(Files.write(dir.resolve("rows"), lines))
                .forEach(queries::add);
        return queries;
    }

    @Test
    void each_step_of_a_series_has_its_own_band() throws IOException {
        Pipeline pipeline = pipeline();
        JsonNode query = series(pipeline).get(0);
        PricedTotals priced = (PricedTotals) pipeline.plan().queries().get(0);
        assertThat(query.at("/keys/a/steps")).hasToString("[7,8,9,10,11]");
        assertThat(query.at("/keys/a/ends/0").asText()).isEqualTo("2026-03-02T07:00:00Z");
        for (long step = 7; step <= 11; step++) {
            double halfWidth = priced.band(0, 11).halfWidth(step) * 0.5;
            assertThat(query.at("/bands/value/" + step).asDouble()).isEqualTo(halfWidth, within(0.01));
        }
    }

    @Test
    void windows_are_counted_from_the_first_and_tumbling_ones_have_no_band() throws IOException {
        List<JsonNode> queries = series(pipeline());
        assertThat(queries.get(1).at("/keys/a/steps")).hasToString("[1,2,3,4,5]");
        assertThat(queries.get(1).at("/bands/n/1").asDouble())
                .isLessThan(queries.get(1).at("/bands/n/5").asDouble());
        assertThat(queries.get(2).has("bands")).isFalse();
    }
}
