package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.jobs.votes.PrivateVoteFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Runs every example of every help text literally, except for folders of the test and, for a run, the broker's address. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class HelpExamplesIT {

    private static final Pattern FOREIGN =
            Pattern.compile("LEDGER_BROKEN: UNREADABLE at record \\d+, partition 0, offset (\\d+) ");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    /** Returns the lines that begin with {@code weir} in the footer of each command; those of subcommands follow. */
    static Stream<String> examples() {
        return examples(Weir.commandLine());
    }

    private static Stream<String> examples(CommandLine command) {
        Stream<String> own = Stream.of(command.getCommandSpec().usageMessage().footer())
                .filter(line -> line.startsWith("  weir "))
                .map(line -> line.strip().substring("weir ".length()));
        return Stream.concat(own, command.getSubcommands().values().stream().flatMap(HelpExamplesIT::examples));
    }

    /**
     * The attacks end with 1 once in 750 runs by chance; AttacksIT carries them out, with wider bands. The very line of the demo is run by
     * DemoIT, which looks at all that it writes, and that of weir sql by SqlJarIT of the module of SQL, which is not on this class path.
     */
    static Stream<String> examplesWithoutBroker() {
        return examples()
                .filter(line -> !line.contains("examples/live.yaml") && !line.contains("votes.json"))
                .filter(line -> !line.startsWith("demo attacks") && !line.equals("demo --out out/demo"))
                .filter(line -> !line.equals("sql examples/rides.yaml"));
    }

    /** Runs the examples about private votes over made-up ones, reports first. */
    @Test
    void the_examples_about_private_votes_do_what_they_say() throws IOException {
        List<String> lines =
                examples().filter(line -> line.contains("votes.json")).toList();
        assertThat(lines).hasSize(3);
        PrivateVoteFiles.write(dir.resolve("out/triage-exact/private"), PrivateVoteFiles.CONFIDENT, "");
        for (String line : lines) {
            an_example_does_what_it_says(line);
        }
    }

    @Test
    void every_command_has_an_example() {
        List<String> first =
                examples().map(line -> line.split(" ", 2)[0]).distinct().toList();
        assertThat(first).contains("check", "explain", "completion", "demo", "ledger", "replay", "run", "calc");
        assertThat(examples()).hasSizeGreaterThan(20);
    }

    @ParameterizedTest
    @MethodSource("examplesWithoutBroker")
    void an_example_does_what_it_says(String example) {
        StringWriter said = new StringWriter();
        assertThat(InProcess.weir(said, said, words(example).toArray(String[]::new)))
                .as(said.toString())
                .isZero();
        assertThat(said.toString()).isNotBlank();
    }

    /** Runs the example with the topic that the two lines in the file create, and checks the ledger that it leaves. */
    @Test
    @Timeout(600)
    void the_run_of_the_example_runs_and_leaves_a_ledger(EmbeddedBroker broker) throws Exception {
        List<String> live =
                examples().filter(line -> line.contains("examples/live.yaml")).toList();
        assertThat(live).hasSize(7);
        broker.createTopic("rides", 1, Map.of("message.timestamp.type", "LogAppendTime"));
        run(live, broker.address());
        StringWriter ledger = new StringWriter();
        CommandLine weir = Weir.commandLine().setOut(new PrintWriter(ledger, true));
        String line = only(live, "ledger examples");
        assertThat(weir.execute(with(line, broker.address()))).isZero();
        assertThat(ledger.toString()).contains("\"live\"");
        assertThat(weir.execute(with(only(live, "ledger declare"), broker.address())))
                .isZero();
        assertThat(weir.execute(with(line, broker.address()))).isZero();
        assertThat(ledger.toString()).contains("\"budget\":{\"currency\":\"epsilon\",\"amount\":3,");
        cutNothing(live, broker.address(), ledger);
        copyWithoutForeignRecord(live, broker.address(), ledger);
    }

    /** The run is too short for two snapshots, so there is nothing to archive. */
    private void cutNothing(List<String> live, String brokers, StringWriter said) {
        assertThat(InProcess.weir(said, said, with(only(live, "ledger archive"), brokers)))
                .isEqualTo(1);
        assertThat(InProcess.weir(said, said, with(only(live, "ledger cut"), brokers)))
                .isEqualTo(2);
        assertThat(said.toString()).contains("has no two snapshots", "live-ledger.archive is not there");
    }

    /**
     * Copies the ledger without a foreign record. The run was stopped without retiring, so nothing proves that this record is
     * not one of its own.
     */
    private void copyWithoutForeignRecord(List<String> live, String brokers, StringWriter said) throws Exception {
        new LedgerTopics(brokers).append("live-ledger", List.of(new byte[] {42}));
        String[] look = with(only(live, "ledger examples"), brokers);
        assertThat(InProcess.weir(said, said, look)).isEqualTo(3);
        Matcher offset = FOREIGN.matcher(said.toString());
        assertThat(offset.find()).as(said.toString()).isTrue();
        String copy = only(live, "ledger copy").replace("--skip 700", "--skip " + offset.group(1));
        assertThat(InProcess.weir(said, said, with(copy + " --domain live", brokers)))
                .as(said.toString())
                .isZero();
        assertThat(InProcess.weir(
                        said, said, with("ledger examples/live.yaml --set=sink.kafka.ledger=live-ledger-2", brokers)))
                .isZero();
    }

    private void run(List<String> live, String brokers) throws Exception {
        String[] line = with(only(live, "run"), brokers);
        try (WeirProcess weir = WeirProcess.start(dir, "run", line)) {
            weir.await(() -> weir.said().contains("running live"));
            weir.await(() -> weir.log().contains("Completed checkpoint"));
            assertThat(weir.stop("TERM")).isEqualTo(128 + 15);
        }
    }

    private static String only(List<String> lines, String beginning) {
        return lines.stream()
                .filter(line -> line.startsWith(beginning))
                .findFirst()
                .orElseThrow();
    }

    private String[] with(String line, String brokers) {
        List<String> words = words(line);
        words.add("--set=source.kafka.brokers=" + brokers);
        words.add("--set=checkpoint.dir=" + dir.resolve("checkpoints").toUri());
        return words.toArray(String[]::new);
    }

    /** Returns the words of a line, without quotes, with paths of the repository and of the test's folder inserted. */
    private List<String> words(String line) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            words.add(placed(word.group(1) == null ? word.group(2) : word.group(1)));
        }
        return words;
    }

    private String placed(String word) {
        return word.startsWith("examples/")
                ? Snippet.repository().resolve(word).toString()
                : word.startsWith("out/") ? dir.resolve(word).toString() : word;
    }
}
