package dev.weir.jobs.released;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.released.row.FlatRows;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A pipeline with two queries, and rows of its first one. */
abstract class WikiReleases {

    private static final String PIPELINE = """
            pipeline: wiki
            domain: {name: wiki}
            source: {format: csv, time: time, unit: unit}
            clock: {by: record-time, delay: 0s, max-skew: 31d}
            privacy: {unit: user-per-day, budget: {epsilon: 1.0}}
            queries:
              - name: hourly
                version: 1
                key: {field: lang, declared: ["e,n", "=de"]}
                window: {tumbling: 1h}
                release: [{count: edits}, {sum: value, as: "added.up", clamp: [0, 1000], grid: 0.05}]
                spend: {contributions: 6}
              - name: so-far
                version: 2
                key: none
                window: {running: {every: 1h, horizon: 24, reset: 1d}}
                release: [{count: edits}]
                spend: {contributions: 2}
            """;

    private static final long END = 1_442_023_200_000L;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    Path file;

    @BeforeEach
    void write_the_pipeline() throws IOException {
        file = Files.writeString(folder.resolve("wiki.yaml"), PIPELINE);
    }

    final Pipeline pipeline(String... settings) {
        return PipelineFile.read(file, List.of(settings), Pipeline.Purpose.EXPLAIN)
                .pipeline();
    }

    static Outcome outcome(Outcome.Kind kind, String key) {
        return new Outcome(kind, 0, key, END - 3_600_000, END, 0, new long[] {251, -7});
    }

    final PublishedRow row(Outcome.Kind kind, String... settings) {
        return FlatRows.of(pipeline(settings)).format(outcome(kind, "e,n"));
    }
}
