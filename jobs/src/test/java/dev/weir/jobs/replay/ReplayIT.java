package dev.weir.jobs.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.Containment;
import dev.weir.jobs.LogCapture;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.jobs.lineage.PrivacyFacet;
import dev.weir.jobs.output.CounterFile;
import dev.weir.jobs.replay.recording.RecordedFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.streaming.api.lineage.LineageDataset;
import org.apache.flink.streaming.api.lineage.LineageGraph;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReplayIT {

    private static final Pipeline PIPELINE = Pipelines.pipeline("", "", Clock.By.RECORD_TIME, Duration.ofSeconds(1));

    private static final String ONE_HOUR = """
            time,unit,key
            2026-03-02T06:10:00Z,canary-a,en
            2026-03-02T06:10:01Z,canary-b,en
            2026-03-02T06:10:01Z,canary-c,canary-undeclared
            canary is not a record
            2026-03-02T06:10:59Z,canary-d,en
            2026-03-02T06:11:58Z,canary-e,en
            2026-03-02T06:10:00Z,canary-f,en
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    @Test
    void rows_come_out_with_their_exact_totals_beside_them_in_private() throws Exception {
        Path out = dir.resolve("out");
        assertThat(replay(ONE_HOUR, out, true)).isEqualTo(1);
        assertThat(out.resolve("released.jsonl")).content().contains("2026-03-02T06:00:00Z", "\"edits\"");
        assertThat(out.resolve("card.json")).hasContent("{}");
        assertThat(out.resolve("withheld.jsonl")).isEmptyFile();
        Path secrets = out.resolve("private");
        assertThat(secrets.resolve("exact.jsonl")).content().contains("{\"value\":5,");
        assertThat(secrets.resolve("dead-letter.jsonl"))
                .content()
                .contains("MALFORMED")
                .hasLineCount(1);
        assertThat(secrets.resolve("counters.json")).content().contains("\"read\":7", "\"counted\":5");
        assertThat(secrets.resolve("counters.json")).hasContent(dryRun());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secrets)))
                .isEqualTo("rwx------");
        assertThat(out).isDirectoryNotContaining("glob:**.draft*");
    }

    @Test
    void without_reveal_nothing_exact_is_left_and_an_earlier_replays_is_taken_away() throws Exception {
        Path out = dir.resolve("out");
        Path exact = Files.createDirectories(out.resolve("private")).resolve("exact.jsonl");
        Files.writeString(exact, "from an earlier replay");
        replay(ONE_HOUR, out, false);
        assertThat(exact).doesNotExist();
        assertThat(out.resolve("released.jsonl")).content().hasLineCount(1);
    }

    @Test
    void a_replay_that_fails_leaves_what_was_there() throws Exception {
        Path out = Files.createDirectories(dir.resolve("out"));
        Path released = Files.writeString(out.resolve("released.jsonl"), "from an earlier replay");
        assertThatThrownBy(() -> replay("time,unit,key\nnever,canary,en\n", out, false))
                .hasMessageContaining("has a time that can be read")
                .satisfies(failure -> Containment.assertNoneIn(failure.toString()));
        assertThat(released).hasContent("from an earlier replay");
        assertThat(out).isDirectoryNotContaining("glob:**.draft*");
    }

    /** The permission is requested when all its facts are known, and before the job could publish a row. */
    @Test
    void a_replay_without_permission_starts_no_job_and_leaves_nothing() throws Exception {
        Path out = dir.resolve("out");
        Path input = Files.writeString(dir.resolve("input.csv"), ONE_HOUR);
        List<String> said = new ArrayList<>();
        Replay replay = new Replay(PIPELINE, new Replay.Order(input, out, 2, false), "{}", said::add);
        assertThatThrownBy(() -> replay.after(schedule -> {
                            throw new IllegalStateException(
                                    "not from " + schedule.from() + " until " + schedule.until());
                        })
                        .run())
                .hasMessage("not from 1772431800000 until 1772431918001");
        assertThat(said).containsExactly("7 slots recorded");
        assertThat(out).isEmptyDirectory();
    }

    /** In the order of the file the clock begins in the second hour, so that all records of the first one are late. */
    @Test
    void a_file_in_any_order_has_the_totals_of_the_same_file_in_order_if_it_is_sorted() throws Exception {
        Path input = Files.writeString(dir.resolve("input.csv"), """
                time,unit,key
                2026-03-02T07:00:20Z,canary-a,en
                canary is not a record
                2026-03-02T06:59:40Z,canary-b,en
                2026-03-02T06:59:30Z,canary-c,en
                """);
        assertThat(exact(input, false)).doesNotContain("{\"value\":2,").contains("{\"value\":1,");
        assertThat(exact(input, true)).contains("{\"value\":2,", "{\"value\":1,");
        Path secrets = dir.resolve("out").resolve("private");
        assertThat(secrets.resolve("counters.json")).content().contains("\"read\":4", "\"counted\":3");
        assertThat(dir.resolve("out")).isDirectoryNotContaining("glob:**.sort*");
    }

    /** Listeners of Flink's lineage learn that records are private and releases are not, with which guarantee, and no more. */
    private static void assertTold(LineageGraph lineage) {
        List<LineageDataset> sources = lineage.sources().stream()
                .flatMap(vertex -> vertex.datasets().stream())
                .toList();
        List<LineageDataset> sinks = lineage.sinks().stream()
                .flatMap(vertex -> vertex.datasets().stream())
                .toList();
        assertThat(sources).hasSize(1).extracting(LineageDataset::namespace).containsExactly("kafka");
        assertThat(sources.get(0).facets().values()).containsExactly(new PrivacyFacet(true, "user", ""));
        assertThat(sinks).extracting(LineageDataset::name).containsExactly("released", "withheld");
        assertThat(lineage.relations())
                .anySatisfy(edge -> assertThat(edge.sink().datasets()).isEqualTo(sinks));
        String card =
                ((PrivacyFacet) Objects.requireNonNull(sinks.get(0).facets().get(PrivacyFacet.NAME))).card();
        assertThat(card).contains("\"budget\"", "\"queries\"", "\"edits\"");
        String told = sources + " " + sources.get(0).facets() + " " + sinks + " " + card;
        assertThat(told).doesNotContain("localhost", "bootstrap", "canary", "127.0.0.1");
    }

    private String exact(Path input, boolean sorted) throws Exception {
        Path out = dir.resolve("out");
        Map<String, String> listening =
                Map.of("execution.job-status-changed-listeners", LineageListener.class.getName());
        new Replay(PIPELINE, new Replay.Order(input, out, 2, true, sorted, listening), "{}", line -> {}).run();
        assertTold(LineageListener.latest());
        return Files.readString(out.resolve("private").resolve("exact.jsonl"));
    }

    /** Returns the counters of the same recording without broker and cluster. */
    private String dryRun() throws Exception {
        RecordedFile recording = RecordedFile.of(dir.resolve("input.csv"), PIPELINE);
        Pipeline named = new RecordedColumns(PIPELINE, recording).named();
        DryRun.Result result = new DryRun(named, recording, line -> {}).run();
        return CounterFile.text(named.plan(), result.counters());
    }

    private long replay(String lines, Path out, boolean reveal) throws Exception {
        Path input = Files.writeString(dir.resolve("input.csv"), lines);
        Replay.Order order = new Replay.Order(input, out, 2, reveal);
        StringBuilder said = new StringBuilder("said: ");
        try (LogCapture log = LogCapture.into(dir.resolve("log"))) {
            try {
                return new Replay(PIPELINE, order, "{}", said::append).run().released();
            } finally {
                Containment.assertNoneIn(log.text(), said.toString());
                Containment.assertNoneUnder(dir, input);
            }
        }
    }
}
