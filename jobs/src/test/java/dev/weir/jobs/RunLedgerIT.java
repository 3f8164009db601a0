package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.BrokerProcess;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.jobs.kafka.ledger.WrittenSnapshots;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@code weir run} against the ledger in its topic, whose start is cut off before the second run and once more beside it. A refused start has
 * exit code 3 and publishes nothing.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RunLedgerIT {

    private static final String TOPIC = "edits";
    private static final String LEDGER = "guarded-ledger";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private int commands;

    @Test
    @Timeout(800)
    void only_the_newest_state_of_the_only_run_goes_on() throws Exception {
        try (BrokerProcess broker = BrokerProcess.startWith(TOPIC)) {
            Path file = write(broker, "guarded");
            Path checkpoints = folder.resolve("checkpoints/guarded");
            Path old = folder.resolve("old");
            runUntilPublished(broker, file, "TERM");
            copy(checkpoints, old);
            LedgerTopics ledgers = new LedgerTopics(broker.address());
            ledgers.copyFirstBatch(LEDGER, "truncated-ledger");
            cut(broker, file, "first");
            runBesideOthers(broker, file);
            Map<String, Set<String>> published = released(broker, "guarded");
            assertRefused(
                    "LEDGER_AHEAD",
                    file,
                    "checkpoint.dir=" + folder.resolve("empty").toUri());
            assertRefused("LEDGER_AHEAD", file, "checkpoint.dir=" + old.toUri());
            assertNoOtherUnits(file);
            assertNoOtherBudget(ledgers, file);
            assertRefused("LEDGER_BEHIND", file, "sink.kafka.ledger=truncated-ledger");
            ledgers.delete(LEDGER);
            assertRefused("LEDGER_BEHIND", file);
            ledgers.create("compacted-ledger", Map.of("cleanup.policy", "compact"));
            assertThat(assertRefused("LEDGER_UNUSABLE", file, "sink.kafka.ledger=compacted-ledger"))
                    .contains("cleanup.policy");
            assertThat(released(broker, "guarded")).isEqualTo(published);
            assertThat(published.values())
                    .allSatisfy(values -> assertThat(values).hasSize(1));
        }
    }

    @Test
    @Timeout(600)
    void a_run_whose_ledger_is_deleted_and_made_again_ends_and_says_that_the_ledger_is_behind() throws Exception {
        try (BrokerProcess broker = BrokerProcess.startWith(TOPIC);
                WeirProcess weir = start(write(broker, "remade"))) {
            weir.await(() -> released(broker, "remade").size() > 2);
            assertThat(weir.said())
                    .contains(
                            "warning: this is the first start of domain wiki: nothing counts as spent yet, and its ledger"
                                    + " is topic " + LEDGER);
            assertThat(weir.log()).contains("THIS IS THE FIRST START OF DOMAIN wiki", "topic " + LEDGER + " at ");
            LedgerTopics ledgers = new LedgerTopics(broker.address());
            ledgers.delete(LEDGER);
            ledgers.records(LEDGER);
            assertThat(weir.exitCode()).isEqualTo(3);
            assertThat(weir.said())
                    .contains(
                            "weir: LEDGER_BEHIND: domain wiki has been seen before, with its ledger in topic " + LEDGER)
                    .contains("and topic " + LEDGER + " is empty: restore the topic");
            assertThat(ledgers.records(LEDGER)).isEmpty();
        }
    }

    private void assertNoOtherUnits(Path file) throws Exception {
        assertThat(assertRefused("LEDGER_UNIT", file, "source.unit=key")).contains("source.unit-was");
        assertThat(assertRefused("LEDGER_UNIT", file, "source.time-format=iso", "queries.0.version=2"))
                .contains("reads times from", "source.time-was");
    }

    /**
     * An empty ledger and an empty folder of checkpoints agree with each other: only the register on the brokers knows of the
     * spent budget.
     */
    private void assertNoOtherBudget(LedgerTopics ledgers, Path file) throws Exception {
        assertThat(assertRefused("LEDGER_BEHIND", file, "sink.kafka.ledger=another-ledger"))
                .contains("with its ledger in topic " + LEDGER, "and topic another-ledger is not there");
        assertThat(ledgers.isThere("another-ledger")).isFalse();
        ledgers.records("empty-ledger");
        String empty = "checkpoint.dir=" + folder.resolve("nothing").toUri();
        assertThat(assertRefused("LEDGER_BEHIND", file, empty, "sink.kafka.ledger=empty-ledger"))
                .contains("and topic empty-ledger is empty", "name topic " + LEDGER);
    }

    /** While a run owns the pipeline, no other run of the pipeline starts, and the attempts do not disturb the owner. */
    private void runBesideOthers(BrokerProcess broker, Path file) throws Exception {
        Path rival = write(broker, "rival");
        int before = released(broker, "guarded").size();
        try (WeirProcess weir = WeirProcess.start(folder, "beside", "run", file.toString())) {
            weir.await(() -> released(broker, "guarded").size() > before);
            assertProcessRefused("LEDGER_OWNED", file);
            assertRefused(
                    "LEDGER_OWNED",
                    file,
                    "checkpoint.dir=" + folder.resolve("clone").toUri());
            assertThat(assertRefused("LEDGER_UNIT", rival, "source.time-zone=Europe/Berlin"))
                    .contains("the pipeline from", "in Europe/Berlin");
            assertThat(assertRefused("LEDGER_BUDGET", rival))
                    .contains("guarded epsilon 1 + rival epsilon 1 exceeds domain epsilon 1.5");
            runUntilPublished(broker, rival, "TERM", "privacy.budget.epsilon=0.5");
            cut(broker, file, "second");
            int meanwhile = released(broker, "guarded").size();
            weir.await(() -> released(broker, "guarded").size() > meanwhile);
            assertThat(weir.log()).doesNotContain("switched from state RUNNING to RESTARTING");
            weir.stop("KILL");
        }
    }

    /** Archives and cuts the ledger by the commands, behind two new snapshots. */
    private void cut(BrokerProcess broker, Path file, String archive) throws Exception {
        WrittenSnapshots.write(broker.address(), "wiki", LEDGER);
        WrittenSnapshots.write(broker.address(), "wiki", LEDGER);
        String to = folder.resolve(archive).toString();
        StringWriter said = new StringWriter();
        assertThat(InProcess.weir(said, said, "ledger", "archive", file.toString(), "--to", to))
                .as("%s", said)
                .isZero();
        assertThat(InProcess.weir(said, said, "ledger", "cut", file.toString(), "--archive", to, "--domain=wiki"))
                .as("%s", said)
                .isZero();
        assertThat(said.toString()).contains("cut: the ledger begins at a snapshot");
    }

    /** Writes a pipeline that shares the domain's ledger and budget; its queries have different names. */
    private Path write(BrokerProcess broker, String name) throws IOException {
        CountingPipeline pipeline = new CountingPipeline(name, broker.address(), TOPIC);
        String text = pipeline.text(folder)
                .replace("unit: user,", "unit: user-per-day,")
                .replace("{name: wiki}", "{name: wiki, budget: {epsilon: 1.5}}")
                .replace("name: edits", "name: " + name)
                .replace("ledger: " + name + "-ledger", "ledger: " + LEDGER);
        return Files.writeString(folder.resolve(name + ".yaml"), text);
    }

    private void runUntilPublished(BrokerProcess broker, Path file, String signal, String... settings)
            throws Exception {
        String name = file.getFileName().toString().replace(".yaml", "");
        try (WeirProcess weir = start(file, settings)) {
            weir.await(() -> released(broker, name).size() > 2);
            weir.stop(signal);
        }
    }

    /** Checks that the whole process ends with the same refusal as a command in {@link #assertRefused}. */
    private void assertProcessRefused(String code, Path file, String... settings) throws Exception {
        try (WeirProcess weir = start(file, settings)) {
            assertThat(weir.exitCode()).isEqualTo(3);
            assertOneLine(code, weir.said(), weir.log());
        }
    }

    private String assertRefused(String code, Path file, String... settings) throws Exception {
        StringWriter said = new StringWriter();
        Path logged = folder.resolve("refused-" + commands++);
        try (LogCapture log = LogCapture.into(logged)) {
            assertThat(InProcess.weir(said, said, arguments(file, settings))).isEqualTo(3);
            return assertOneLine(code, said.toString(), log.text());
        }
    }

    private static String assertOneLine(String code, String said, String log) {
        List<String> lines =
                said.lines().filter(line -> !line.startsWith("warning: ")).toList();
        assertThat(lines).hasSize(1).allMatch(line -> line.startsWith("weir: " + code + ": "));
        assertThat(log).as("no job was submitted").doesNotContain("from state CREATED to RUNNING");
        return lines.get(0);
    }

    private WeirProcess start(Path file, String... settings) throws IOException {
        return WeirProcess.start(folder, "run-" + commands++, arguments(file, settings));
    }

    private static String[] arguments(Path file, String... settings) {
        return Stream.concat(
                        Stream.of("run", file.toString(), "--quiet"),
                        Stream.of(settings).map("--set="::concat))
                .toArray(String[]::new);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    private static Map<String, Set<String>> released(BrokerProcess broker, String name) {
        Map<String, Set<String>> rows = new TreeMap<>();
        broker.read(name + "-released", row -> rows.computeIfAbsent(text(row.key()), id -> new TreeSet<>())
                .add(text(row.value())));
        return rows;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
