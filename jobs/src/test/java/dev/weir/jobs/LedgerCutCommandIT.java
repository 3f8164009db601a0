package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.ledger.KafkaLedger;
import dev.weir.jobs.kafka.ledger.WrittenSnapshots;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerBench;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code weir ledger archive}, {@code weir ledger cut}, and {@code weir ledger} over what they leave. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class LedgerCutCommandIT {

    private static final String DOMAIN = "shortened";
    private static final String TOPIC = DOMAIN + "-ledger";

    private final StringWriter said = new StringWriter();
    private final String brokers;
    private String file = "";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    LedgerCutCommandIT(EmbeddedBroker broker) {
        this.brokers = broker.address();
    }

    private String weir(int code, String... words) {
        said.getBuffer().setLength(0);
        List<String> all = new ArrayList<>(List.of("ledger"));
        all.addAll(List.of(words));
        all.addAll(List.of(file, "--set=domain.name=" + DOMAIN));
        assertThat(InProcess.weir(said, said, all.toArray(String[]::new)))
                .as("%s: %s", all, said)
                .isEqualTo(code);
        return said.toString()
                .lines()
                .filter(line -> !line.startsWith("warning: "))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    private void snapshot() throws Exception {
        WrittenSnapshots.write(brokers, DOMAIN, TOPIC);
    }

    @Test
    void a_ledger_is_archived_and_cut_by_its_commands_and_shown_as_before_with_its_archive() throws Exception {
        file = new CountingPipeline(DOMAIN, brokers, "edits").write(folder).toString();
        Path archive = folder.resolve("archive");
        Ledger.Factory place = KafkaLedger.of(Map.of("bootstrap.servers", brokers), TOPIC);
        try (LedgerBench bench = new LedgerBench(place, DOMAIN)) {
            Ledger owner = bench.own(DOMAIN, "first");
            owner.writePipeline(bench.batch(DOMAIN, 2));
            snapshot();
            assertThat(weir(1, "archive", "--to=" + archive))
                    .contains("weir: nothing can be cut: the ledger in topic " + TOPIC + " has no two snapshots");
            assertThat(archive).doesNotExist();
            owner.writePipeline(bench.batch(DOMAIN, 2));
            snapshot();
            bench.own(DOMAIN, "second").writePipeline(bench.batch(DOMAIN, 1));
        }
        String page = weir(0, "--json");
        String records = weir(0, "--records");
        assertThat(weir(0, "archive", "--to=" + archive)).contains("archived 5 records");
        assertThat(weir(2, "archive", "--to=" + archive)).contains("--to: ", "no file is overwritten");
        assertThat(weir(1, "cut", "--archive=" + archive, "--domain=other"))
                .contains("the first 5 records of ledger " + TOPIC, "not confirmed: nothing was done");
        assertThat(weir(0, "--records")).as("nothing was deleted").isEqualTo(records);
        assertThat(weir(0, "cut", "--archive=" + archive, "--domain=" + DOMAIN)).contains("cut: the ledger begins");
        assertThat(weir(0, "cut", "--archive=" + archive, "--domain=" + DOMAIN)).contains("cut already");
        assertShown(archive, page, records);
    }

    /** Numbers of releases and claims are those since the cut; what is spent is not. */
    private void assertShown(Path archive, String page, String records) throws Exception {
        assertThat(weir(0, "--json", "--archive=" + archive)).isEqualTo(page);
        assertThat(weir(0, "--records", "--archive=" + archive)).isEqualTo(records);
        String cut = weir(0, "--json");
        assertThat(cut).contains("\"cut\":true", "\"broken\":null", "\"run\":\"second\"");
        assertThat(cut).doesNotContain("\"run\":\"first\"");
        assertThat(between(cut, "\"accounts\":", "}]")).isEqualTo(between(page, "\"accounts\":", "}]"));
        assertThat(between(cut, "\"spent-is", "\"pipelines\"")).isEqualTo(between(page, "\"spent-is", "\"pipelines\""));
        assertThat(records).as("the unit was declared before the cut").endsWith(weir(0, "--records"));
        assertThat(weir(0)).contains("Cut         what was written first is in archives");
        byte[] bytes = Files.readAllBytes(archive);
        Files.write(folder.resolve("short"), java.util.Arrays.copyOf(bytes, bytes.length - 1));
        assertThat(weir(2, "--archive=" + folder.resolve("short"))).contains("was not finished, or has lost its end");
    }

    private static String between(String text, String from, String to) {
        int begin = text.indexOf(from);
        return text.substring(begin, text.indexOf(to, begin));
    }
}
