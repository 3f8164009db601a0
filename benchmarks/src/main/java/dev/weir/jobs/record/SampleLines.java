package dev.weir.jobs.record;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Generates lines with the columns of the edit feed of {@code examples/wiki.yaml}, and a pipeline that reads them. */
final class SampleLines {

    static final List<String> COLUMNS =
            List.of("time", "unit", "key", "value", "deleted", "robot", "anon", "new", "page");

    private static final int LINES = 1024;
    private static final long FIRST = Instant.parse("2015-09-12T00:46:58.771Z").toEpochMilli();
    private static final List<String> KEYS = List.of("en", "de", "vi", "fr", "ca", "simple");
    private static final String PIPELINE = """
            pipeline: sample
            domain: {name: sample}
            source: {format: csv, time: time, unit: unit}
            privacy: {unit: user-per-day, budget: {epsilon: 1.0}}
            queries:
              - name: hourly%s
                key: {field: key, declared: [en, de, vi, fr, ca]}
                window: {tumbling: 1h}
                release: [{count: edits}, {sum: value, as: added, clamp: [0, 1000]}]
                spend: {contributions: 72}
            """;

    private SampleLines() {}

    /** Returns the lines, which are the same in every run. */
    static List<byte[]> lines() {
        SplittableRandom random = new SplittableRandom(1);
        return IntStream.range(0, LINES)
                .mapToObj(i -> line(random, i).getBytes(StandardCharsets.ISO_8859_1))
                .toList();
    }

    private static String line(SplittableRandom random, int number) {
        return Instant.ofEpochMilli(FIRST + number * 1_600L + random.nextInt(1_000)) + ",u"
                + (10_000 + random.nextInt(20_000)) + "," + KEYS.get(random.nextInt(KEYS.size())) + ","
                + random.nextInt(1 << random.nextInt(1, 12)) + ",0," + random.nextInt(2) + ",0,0,p"
                + (10_000 + random.nextInt(80_000));
    }

    /** Returns one column of all lines. */
    static List<byte[]> column(List<byte[]> lines, int column) {
        return lines.stream()
                .map(line -> new String(line, StandardCharsets.ISO_8859_1).split(",")[column])
                .map(text -> text.getBytes(StandardCharsets.ISO_8859_1))
                .toList();
    }

    /** Returns a pipeline with the filter {@code where}; without a filter if it is empty. */
    static Pipeline pipeline(String where) {
        try {
            Path file = Files.createTempFile("sample", ".yaml");
            Files.writeString(file, PIPELINE.formatted(where.isEmpty() ? "" : "\n    where: \"" + where + "\""));
            Pipeline pipeline =
                    PipelineFile.read(file, List.of(), Pipeline.Purpose.REPLAY).pipeline();
            Files.delete(file);
            return pipeline.withColumns(COLUMNS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
