package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.BrokerProcess;
import dev.weir.jobs.kafka.Messages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code weir run} as a process against a broker in another process: it is stopped, killed and started again. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RunIT {

    private static final String CANARY = Containment.CANARY;
    private static final String TOPIC = "edits";
    private static final String RUNNING = "running live; releases in topic live-released, checkpoints in ";
    private static final int WINDOW_MILLIS = 1000;

    /** One run of the job, which ends when its counters have the expected content and another window has been released. */
    private enum Attempt {
        // not SIGINT: a build in the background lets its child processes ignore it
        FIRST("TERM", 15, "\"account\":1,\"counted\":2"),
        SECOND("KILL", 9, "\"account\":3,\"counted\":3"),
        THIRD("TERM", 15, "\"account\":4,\"counted\":4");

        private final String signal;
        private final int exitCode;
        private final String counters;

        Attempt(String signal, int number, String counters) {
            this.signal = signal;
            this.exitCode = 128 + number;
            this.counters = counters;
        }
    }

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    @Timeout(600)
    void a_job_that_is_stopped_and_killed_goes_on_where_it_was_and_gives_no_unit_a_second_budget() throws Exception {
        try (BrokerProcess broker = BrokerProcess.startWith(TOPIC)) {
            Path file = new CountingPipeline("live", broker.address(), TOPIC).write(folder);
            // a started job reads records of past windows, for which it gets more time
            Files.writeString(file, Files.readString(file).replace("idle: 1s", "idle: 8s"));
            show(makeFolder("kept"));
            send(broker, 3);
            int first = run(Attempt.FIRST, file, broker);
            send(broker, 2);
            sendNow(broker, "second");
            int second = run(Attempt.SECOND, file, broker);
            send(broker, 1);
            sendNow(broker, "third");
            int third = run(Attempt.THIRD, file, broker);
            assertThat(first).isLessThan(second);
            assertThat(second).isLessThan(third);
            assertEveryWindowOnce(released(broker));
            assertNothingOutsideSecrets(broker);
        }
    }

    /** Sends records of one unit. The first two use up the unit's budget, in whatever run they are counted. */
    private static void send(BrokerProcess broker, int records) throws Exception {
        for (int i = 0; i < records; i++) {
            String time = Instant.now().plusSeconds(90).toString();
            Messages.send(broker.address(), TOPIC, 0, time + "," + CANARY + "-unit,en");
        }
        Messages.send(
                broker.address(), TOPIC, 0, CANARY + " broken", Instant.now().plusSeconds(90) + ",u," + CANARY);
    }

    /** Sends a record of another unit. Its window has passed when the job is started again. */
    private static void sendNow(BrokerProcess broker, String unit) throws Exception {
        Messages.send(broker.address(), TOPIC, 0, Instant.now() + "," + CANARY + unit + ",en");
    }

    /** Returns the number of released rows. */
    private int run(Attempt attempt, Path file, BrokerProcess broker) throws Exception {
        Path out = folder.resolve("out");
        int before = Files.exists(out) ? released(broker).size() : 0;
        try (WeirProcess weir =
                WeirProcess.start(folder, attempt.name(), "run", file.toString(), "--out", out.toString())) {
            Path counters = out.resolve("private").resolve("counters.json");
            weir.await(
                    () -> Files.exists(counters) && Files.readString(counters).contains(attempt.counters));
            weir.await(() -> released(broker).size() > before + 2);
            // a job whose state already holds the counters releases before the command has said that it runs
            weir.await(() -> weir.said().contains(RUNNING));
            if (attempt == Attempt.SECOND) {
                breakCheckpoints(weir, broker);
            }
            assertThat(weir.stop(attempt.signal)).isEqualTo(attempt.exitCode);
            assertThat(weir.said()).contains(RUNNING).doesNotContain("weir:", "Exception");
            assertBeginAndEnd(attempt, weir.said());
        }
        assertThat(out.resolve("card.json")).content().contains("\"domain\"");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out.resolve("private"))))
                .isEqualTo("rwx------");
        return released(broker).size();
    }

    /**
     * Checks the first and last line of a run. Only a first run ignores earlier records of its topic, and only a stopped
     * process has a last line.
     */
    private static void assertBeginAndEnd(Attempt attempt, String said) {
        String earlier = "warning: 5 of the 5 records in topic " + TOPIC + " were written before clock.start";
        assertThat(said.contains(earlier)).as(said).isEqualTo(attempt == Attempt.FIRST);
        assertThat(said.contains("live goes on from file:")).as(said).isEqualTo(attempt != Attempt.FIRST);
        if (attempt.signal.equals("TERM")) {
            assertThat(said.strip())
                    .endsWith("live was stopped; its checkpoints stay, and the next run goes on from the newest");
        }
    }

    /** Makes a folder whose content can stand in the place of the folder of checkpoints, and returns it. */
    private Path makeFolder(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name).resolve("checkpoints"));
    }

    /** Lets the path of the folder of checkpoints lead to another folder, in one step: the job makes a folder that is missing. */
    private void show(Path other) throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), other);
        Files.move(link, folder.resolve("checkpoints"), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Puts a file in the place of the folder of checkpoints until the failure is reported; then the job goes on. */
    private void breakCheckpoints(WeirProcess weir, BrokerProcess broker) throws Exception {
        Path checkpoints = new CountingPipeline("live", broker.address(), TOPIC).checkpoints(folder);
        Path inTheWay = makeFolder("broken");
        Files.createFile(inTheWay.resolve(checkpoints.getFileName()));
        show(inTheWay);
        weir.await(() -> weir.said().contains("live failed and is being restarted (restart 1): "));
        show(makeFolder("kept"));
        weir.await(() -> weir.said().contains("live runs again"));
        assertThat(weir.said())
                .contains("restart 1): a checkpoint could not be written; " + checkpoints
                        + " is not a folder; more is in ")
                .contains(folder.resolve("SECOND.log").toString());
        int before = released(broker).size();
        weir.await(() -> released(broker).size() > before);
    }

    /** Returns all lines that were ever visible, by release id. */
    private static Map<String, Set<String>> released(BrokerProcess broker) {
        Map<String, Set<String>> rows = new TreeMap<>();
        broker.read("live-released", row -> rows.computeIfAbsent(text(row.key()), id -> new TreeSet<>())
                .add(text(row.value())));
        return rows;
    }

    private static void assertEveryWindowOnce(Map<String, Set<String>> rows) {
        assertThat(rows.values()).allSatisfy(values -> assertThat(values).hasSize(1));
        for (String key : new String[] {"en", "de"}) {
            TreeSet<Long> ends = rows.keySet().stream()
                    .filter(id -> id.startsWith("wiki/edits/1/" + key + "/"))
                    .map(id -> Long.valueOf(id.substring(id.lastIndexOf('/') + 1)))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(ends).isNotEmpty();
            assertThat(ends.last() - ends.first()).isEqualTo((ends.size() - 1L) * WINDOW_MILLIS);
        }
    }

    private void assertNothingOutsideSecrets(BrokerProcess broker) throws IOException {
        Containment.assertNoneIn(released(broker).toString());
        broker.read("live-released-withheld", row -> Containment.assertNoneIn(text(row.value())));
        Containment.assertNoneUnder(folder);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
