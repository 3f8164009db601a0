package dev.weir.operators.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SpoolReaderTest {

    @TempDir
    Path directory = Path.of("");

    private SpoolFolder folder = new SpoolFolder("");
    private SpoolReader reader = new SpoolReader(folder);
    private final Emitted output = new Emitted();

    @BeforeEach
    void start() {
        folder = folder("mine");
        reader = new SpoolReader(folder);
    }

    @Test
    void batches_come_in_order_each_once_and_the_end_is_waited_for() throws Exception {
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
        folder.write(1, rows("a", "b"));
        folder.write(2, rows("c"));
        assertThat(seen()).containsExactly("a", "b", "c");
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
        folder.write(3, rows("d"));
        assertThat(seen()).endsWith("d");
        folder.end(3);
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.END_OF_INPUT);
    }

    @Test
    void a_batch_that_is_written_again_keeps_its_first_bytes() throws Exception {
        folder.write(1, rows("a"));
        folder.write(1, rows("b"));
        assertThat(seen()).containsExactly("a");
    }

    @Test
    void what_is_half_written_is_not_there() throws Exception {
        Files.createDirectories(directory.resolve("mine"));
        Files.writeString(directory.resolve("mine/1.part"), "half");
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
    }

    @Test
    void a_reader_that_is_restored_goes_on_and_reads_its_old_folder_first() throws Exception {
        folder.write(1, rows("a"));
        assertThat(seen()).containsExactly("a");
        List<SpoolProgress> state = reader.snapshotState(1);
        folder.write(2, rows("b"));
        SpoolFolder next = folder("next");
        reader = restored(next, state);
        next.write(2, rows("b"));
        next.write(3, rows("c"));
        assertThat(seen()).containsExactly("a", "b", "c");
        next.end(3);
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.END_OF_INPUT);
    }

    @Test
    void a_reader_that_had_come_to_the_end_is_there_after_a_restore() throws Exception {
        folder.end(0);
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.END_OF_INPUT);
        List<SpoolProgress> state = reader.snapshotState(1);
        reader.notifyCheckpointComplete(1);
        assertThat(directory.resolve("mine")).doesNotExist();
        reader = restored(folder("next"), state);
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.END_OF_INPUT);
    }

    @Test
    void a_batch_that_is_gone_while_a_later_one_is_there_stops_the_job_for_good() throws Exception {
        folder.write(1, rows("a"));
        assertThat(seen()).containsExactly("a");
        folder.write(3, rows("c"));
        assertLost(2);
    }

    @Test
    void a_batch_that_is_gone_before_the_end_stops_the_job_for_good() throws Exception {
        folder.end(2);
        assertLost(1);
    }

    /**
     * In this old savepoint, batch 2 has since been read and deleted, and the publisher that resumes has nothing before batch
     * 3.
     */
    @Test
    void state_that_is_older_than_what_was_read_stops_the_job_for_good() throws Exception {
        folder.write(1, rows("a"));
        assertThat(seen()).containsExactly("a");
        List<SpoolProgress> old = reader.snapshotState(1);
        folder.write(2, rows("b"));
        assertThat(seen()).endsWith("b");
        reader.snapshotState(2);
        reader.notifyCheckpointComplete(2);
        SpoolFolder next = folder("next");
        reader = restored(next, old);
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
        next.begin(3);
        reader = restored(next, old);
        assertLost(2);
    }

    @Test
    void a_batch_that_the_publisher_still_holds_is_waited_for() throws Exception {
        folder.begin(1);
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
        folder.write(1, rows("a"));
        assertThat(seen()).containsExactly("a");
    }

    private void assertLost(long number) {
        assertThatThrownBy(() -> {
                    for (int poll = 0; poll < 100; poll++) {
                        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
                    }
                })
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("STATE_LOST: published batch " + number + " is not in the spool any more");
    }

    @Test
    void batches_are_deleted_once_a_checkpoint_that_has_passed_them_is_complete() throws Exception {
        folder.write(1, rows("a"));
        folder.write(2, rows("b"));
        assertThat(seen()).hasSize(2);
        List<SpoolProgress> state = reader.snapshotState(1);
        folder.write(3, rows("c"));
        assertThat(seen()).hasSize(3);
        assertThat(files()).containsExactly("1", "2", "3");
        reader.notifyCheckpointComplete(1);
        assertThat(files()).containsExactly("3");
        folder.write(2, rows("b"));
        reader = restored(folder, state);
        assertThat(seen()).hasSize(4).endsWith("c");
        reader.snapshotState(2);
        reader.notifyCheckpointComplete(2);
        assertThat(files()).isEmpty();
    }

    @Test
    void a_spool_takes_numbered_batches_and_counters_that_replace_each_other() throws Exception {
        Plan plan = Plans.daily(Queries.hourly("hourly").count());
        Spool spool = Spool.beside(directory.toUri().toString(), plan);
        try (ReleaseSink releases = spool.releases().open()) {
            releases.publish(1, rows("a"));
            releases.end(1);
        }
        RecordCounters totals = RecordCounters.empty(1);
        spool.counterSink().write(totals);
        totals.add(0, RecordOutcome.READ);
        spool.counterSink().write(totals);
        assertThat(Path.of(URI.create(spool.counters()))).content().contains("hourly/READ 1\n", "hourly/COUNTED 0\n");
        try (Stream<Path> files = Files.walk(directory.resolve("weir-spool"))) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("1", "end");
        }
    }

    private SpoolFolder folder(String name) {
        return new SpoolFolder(directory.resolve(name).toUri().toString());
    }

    /** Returns a reader with state that has been serialized and deserialized. */
    private static SpoolReader restored(SpoolFolder folder, List<SpoolProgress> state) throws IOException {
        SpoolProgress.Serializer serializer = new SpoolProgress.Serializer();
        SpoolReader reader = new SpoolReader(folder);
        reader.addSplits(List.of(serializer.deserialize(1, serializer.serialize(state.get(0)))));
        reader.start();
        return reader;
    }

    private List<String> seen() throws Exception {
        while (reader.pollNext(output) == InputStatus.MORE_AVAILABLE) {
            // until nothing is available
        }
        return output.rows.stream()
                .map(row -> new String(row.line(), StandardCharsets.UTF_8))
                .toList();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("mine"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static List<PublishedRow> rows(String... lines) {
        return Stream.of(lines)
                .map(line -> new PublishedRow(
                        Outcome.Kind.RELEASED, 0, 1, "q", line, line, 0, line.getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    /** Collects the emitted rows. */
    private static final class Emitted implements ReaderOutput<PublishedRow> {

        private final List<PublishedRow> rows = new ArrayList<>();

        @Override
        public void collect(PublishedRow row) {
            rows.add(row);
        }

        @Override
        public void collect(PublishedRow row, long timestamp) {
            assertThat(timestamp).isEqualTo(row.windowEnd() - 1);
            rows.add(row);
        }

        @Override
        public void emitWatermark(Watermark watermark) {}

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}

        @Override
        public SourceOutput<PublishedRow> createOutputForSplit(String split) {
            return this;
        }

        @Override
        public void releaseOutputForSplit(String split) {}
    }
}
