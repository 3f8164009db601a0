package dev.weir.benchmarks.formats;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes a recording of CSV in another format, with the schema beside it, so that the answers of a pipeline can be compared. */
@Command(
        name = "convert",
        description = "Writes a recording of CSV in another format; prints the fields of source that read it.",
        mixinStandardHelpOptions = true)
public final class ConvertCommand implements Callable<Integer> {

    @Option(names = "--input", required = true, description = "a file of CSV without quotes, compressed with gzip")
    @SuppressWarnings("NullAway.Init")
    private Path input;

    @Option(names = "--format", required = true, description = "csv, json, avro or protobuf")
    @SuppressWarnings("NullAway.Init")
    private RecordEncoders format;

    @Option(names = "--time", description = "the column of times (default: ${DEFAULT-VALUE})")
    private String time = "time";

    @Option(
            names = "--whole",
            split = ",",
            description = "columns of whole numbers, others are texts (default: ${DEFAULT-VALUE})")
    private Set<String> whole = Set.of("value");

    @Option(names = "--schema", required = true, description = "the file of the schema, for a format that has one")
    @SuppressWarnings("NullAway.Init")
    private Path schema;

    @Option(names = "--out", required = true, description = "the recording that is written")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    @Option(
            names = "--registry",
            description =
                    "the address of a schema registry, in which the schema is registered; messages then have its number")
    private @Nullable String registry;

    @Option(names = "--subject", description = "the subject of the schema (default: ${DEFAULT-VALUE})")
    private String subject = "recorded-value";

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(input)), StandardCharsets.UTF_8))) {
            String header = lines.readLine();
            if (header == null) {
                throw new IllegalArgumentException("--input: must begin with the names of columns");
            }
            List<Column> columns =
                    Arrays.stream(split(header)).map(this::column).toList();
            RecordEncoder encoder = format.of(columns);
            Files.write(schema, encoder.schema());
            write(lines, encoder);
            System.out.println(encoder.source(schema.getFileName().toString()) + number(encoder));
        }
        return 0;
    }

    private String number(RecordEncoder encoder) throws IOException, InterruptedException {
        return registry == null
                ? ""
                : ", schema-id: "
                        + new Registry(registry)
                                .register(subject, encoder.registered().orElseThrow());
    }

    private void write(BufferedReader lines, RecordEncoder encoder) throws IOException {
        try (RecordEncoder.Recording recording =
                encoder.recording(new BufferedOutputStream(Files.newOutputStream(out)))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                recording.add(split(line));
            }
        }
    }

    private static String[] split(String line) {
        if (line.indexOf('"') >= 0) {
            throw new IllegalArgumentException("--input: lines must have no quotes");
        }
        return line.split(",", -1);
    }

    private Column column(String name) {
        Column.Type type =
                name.equals(time) ? Column.Type.TIME : whole.contains(name) ? Column.Type.WHOLE : Column.Type.TEXT;
        return new Column(name, type);
    }
}
