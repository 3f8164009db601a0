package dev.weir.jobs.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.LocalReport;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FileEncodingTest {

    private static final String PIPELINE = """
            pipeline: survey
            kind: encode
            domain: {name: answers}
            source: {format: csv, time: time, unit: user}
            report: {question: country, field: country, mechanism: subset-selection, epsilon: 1, options: [GB, DE, none]}
            allowance: {per: day, reports: 1}
            """;

    /** The second day comes first; eve's second answer is beyond her allowance. */
    private static final String RECORDS = """
            time,user,country,street
            2026-03-03T08:00:00Z,eve,GB,canary-lane
            2026-03-02T08:00:00Z,eve,GB,canary-lane
            2026-03-02T09:00:00Z,eve,DE,canary-lane
            2026-03-02T09:00:00Z,bob,none,canary-lane
            2026-03-02T09:00:00Z,ann,FR,canary-lane
            yesterday,kim,GB,canary-lane
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Path out() {
        return folder.resolve("made/reports.jsonl");
    }

    private FileEncoding encoding() throws IOException {
        Path file = Files.writeString(folder.resolve("survey.yaml"), PIPELINE);
        Path records = Files.writeString(folder.resolve("records.csv"), RECORDS);
        Pipeline pipeline = PipelineFile.read(file, List.of(), Purpose.REPLAY).pipeline();
        return new FileEncoding(pipeline, records);
    }

    @Test
    void each_record_within_the_allowance_has_one_report_and_nothing_else_is_written() throws Exception {
        RecordCounters counters = encoding().run(new NewFile(out()), periods -> {});
        assertThat(counters.of(0, RecordOutcome.READ)).isEqualTo(6);
        assertThat(counters.of(0, RecordOutcome.COUNTED)).isEqualTo(3);
        assertThat(counters.of(0, RecordOutcome.ACCOUNT)).isEqualTo(1);
        assertThat(counters.of(0, Rejection.OUT_OF_RANGE)).isEqualTo(1);
        assertThat(counters.of(0, Rejection.NO_TIME)).isEqualTo(1);
        String id = CategoryQuestion.of("country", List.of("GB", "DE", "none"), BigDecimal.ONE)
                .id();
        List<LocalReport> reports =
                Files.readAllLines(out()).stream().map(LocalReport::parse).toList();
        assertThat(reports).extracting(LocalReport::period).containsExactly(20_514L, 20_514L, 20_515L);
        assertThat(reports).extracting(LocalReport::question).containsOnly("country");
        assertThat(reports).extracting(LocalReport::mechanism).containsOnly(id);
    }

    @Test
    void an_existing_file_stays_as_it_is() throws Exception {
        encoding().run(new NewFile(out()), periods -> {});
        String before = Files.readString(out());
        assertThatThrownBy(() -> new NewFile(out()).requireNew()).isInstanceOf(FileAlreadyExistsException.class);
        FileEncoding again = encoding();
        assertThatThrownBy(() -> again.run(new NewFile(out()), periods -> {}))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(Files.readString(out())).isEqualTo(before);
        assertThat(files()).containsExactly("reports.jsonl");
    }

    @Test
    void what_cannot_be_written_whole_is_not_written() {
        Iterator<byte[]> failing = Stream.of(1, 2)
                .map(line -> {
                    if (line == 2) {
                        throw new UncheckedIOException(new IOException("no space"));
                    }
                    return new byte[] {'x'};
                })
                .iterator();
        assertThatThrownBy(() -> new NewFile(out()).write(failing)).isInstanceOf(UncheckedIOException.class);
        assertThat(files()).isEmpty();
    }

    private List<String> files() {
        try (Stream<Path> files = Files.walk(out().getParent())) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
