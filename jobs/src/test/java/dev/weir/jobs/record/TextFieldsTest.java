package dev.weir.jobs.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.DecodedRecordView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that all queries refuse a record that lacks a text which some query reads, as they do for a missing number. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TextFieldsTest {

    private static final String PIPELINE = """
            pipeline: p
            domain: {name: d}
            source:
              kafka: {brokers: "localhost:9092", topic: t}
              format: json
              time: time
              unit: unit
            clock: {by: append-time, delay: 30s, max-skew: 5m}
            privacy: {unit: user-per-day, budget: {epsilon: 1, delta: 1e-6}}
            queries:
              - name: counts
                key: {field: key, declared: [en]}
                window: {tumbling: 1h}
                release: [{count: n}]
                spend: {contributions: 1}
              - name: texts
                key: {field: key, declared: [en]}
                window: {tumbling: 1h}
                release: [ENTRY]
                spend: {contributions: 1}
            sink: {kafka: {topic: out}}
            checkpoint: {every: 10s, dir: "file:///var/weir"}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {top: page, among: [a, b], k: 1}                                                     | 1
            {choose: page, from: [a, b]}                                                         | 1
            {histogram: page, values: [a, b]}                                                    | 1
            {second-moments: m, features: [constant, {field: page, is: a}]}                      | 1
            {regression: m, label: {field: n, range: [0, 9]}, features: [{field: page, is: a}]}  | 1
            """)
    void a_record_without_a_text_that_a_query_tells_apart_is_refused_by_all(String entry, int query)
            throws IOException {
        Path file = Files.writeString(dir.resolve("p.yaml"), PIPELINE.replace("ENTRY", entry));
        Pipeline pipeline =
                PipelineFile.read(file, List.of(), Pipeline.Purpose.RUN).pipeline();
        for (String page : List.of("", ", \"page\": null", ", \"page\": \"\"", ", \"page\": [1]", ", \"page\": {}")) {
            DecodedRecord refused = read(pipeline, page);
            assertThat(DecodedRecordView.of(refused, 0)).as(page).isEqualTo("SCHEMA");
            assertThat(DecodedRecordView.of(refused, query)).as(page).isEqualTo("SCHEMA");
        }
        for (String page : List.of(", \"page\": \"a\"", ", \"page\": \"other\"", ", \"page\": 7")) {
            DecodedRecord taken = read(pipeline, page);
            assertThat(DecodedRecordView.of(taken, 0)).as(page).isEqualTo("u 0 [1]");
            assertThat(DecodedRecordView.of(taken, query)).as(page).startsWith("u 0 [");
        }
    }

    private static DecodedRecord read(Pipeline pipeline, String page) {
        String line =
                "{\"time\": \"2015-09-12T00:46:58.771Z\", \"unit\": \"u\", \"key\": \"en\", \"n\": 3" + page + "}";
        return SamplePipelines.read(pipeline, line.getBytes(StandardCharsets.UTF_8));
    }
}
