package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.BrokerProcess;
import dev.weir.jobs.kafka.LedgerTopics;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** {@code weir ledger} shows what has been released and spent, and {@code weir ledger adopt} is the only repair. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AdoptIT {

    private static final String TOPIC = "edits";
    private static final String LEDGER = "lost-ledger";

    private final StringWriter said = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    @Timeout(600)
    void a_pipeline_without_its_state_goes_on_only_after_an_adoption_with_a_new_budget() throws Exception {
        try (BrokerProcess broker = BrokerProcess.startWith(TOPIC)) {
            Path file = write(broker, "1");
            runUntil(2, broker, file);
            LedgerTopics ledgers = new LedgerTopics(broker.address());
            assertThat(ledger("adopt", file.toString(), "--domain=wiki")).isEqualTo(3);
            assertThat(said()).startsWith("weir: LEDGER_FITS");
            showsWhatWasReleased(broker, file);
            Files.move(folder.resolve("checkpoints"), folder.resolve("elsewhere"));
            assertThat(ledger("adopt", file.toString(), "--domain=wiki")).isEqualTo(3);
            assertThat(said())
                    .startsWith("weir: LEDGER_BUDGET: lost epsilon 1 + lost epsilon 1 exceeds domain epsilon 1");
            Path renewed = write(broker, "2");
            adoptsOnceConfirmed(ledgers, renewed);
            Map<String, Set<String>> published = released(broker);
            runUntil(published.size() + 2, broker, renewed);
            Map<String, Set<String>> all = released(broker);
            assertThat(all.values()).allSatisfy(values -> assertThat(values).hasSize(1));
            published.forEach((id, values) -> assertThat(all).containsEntry(id, values));
            assertThat(ledger(renewed.toString(), "--json")).isZero();
            assertThat(said()).contains("\"broken\":null", "\"adoptions\":[{\"state\":0,");
        }
    }

    private void adoptsOnceConfirmed(LedgerTopics ledgers, Path renewed) throws Exception {
        int before = ledgers.records(LEDGER).size();
        assertThat(ledger("adopt", renewed.toString(), "--domain=other")).isEqualTo(1);
        assertThat(said())
                .contains("refused so far: LEDGER_AHEAD", "weir: not confirmed: nothing was done")
                .contains("budget so far: epsilon 1 for each user", "budget from now on: epsilon 2 for each user")
                .contains("one unit may lose: epsilon 1 by lost + epsilon 1 by lost = epsilon 2 in all");
        assertThat(ledgers.records(LEDGER)).hasSize(before);
        assertThat(ledger("adopt", renewed.toString(), "--domain=wiki")).isZero();
        assertThat(said())
                .contains("without state", "closed: every window that ends up to ")
                .contains("adopted: the next run begins without state");
        assertThat(ledger(renewed.toString(), "--records")).isZero();
        assertThat(said()).containsOnlyOnce("{\"record\":\"adoption\",");
    }

    private void showsWhatWasReleased(BrokerProcess broker, Path file) throws IOException {
        assertThat(ledger(file.toString(), "--records")).isZero();
        long rows = said().lines()
                .filter(line -> line.startsWith("{\"record\":\"release\","))
                .count();
        assertThat(rows).isGreaterThanOrEqualTo(released(broker).size());
        assertThat(ledger(file.toString())).isZero();
        assertThat(said())
                .contains("Ledger of domain wiki", "Budget      epsilon 1 for each user", "Pipeline lost")
                .contains("query       edits: " + rows + " released, 0 withheld")
                .contains("claimed     epsilon 1 in all (entry 2, at 20", "spent       epsilon 1 in all")
                .contains("not alive; its claim stays open");
        assertThat(ledger(file.toString(), "--json")).isZero();
        assertThat(said())
                .hasLineCount(1)
                .contains(
                        "{\"query\":\"edits\",\"released\":" + rows + ",\"withheld\":0}",
                        "\"active\":false,\"ended\":false");
    }

    /** Returns what has been printed since the last call, without warnings about the pipeline file. */
    private String said() {
        String all = said.toString();
        said.getBuffer().setLength(0);
        return all.lines()
                .filter(line -> !line.startsWith("warning: "))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    private int ledger(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "ledger";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return InProcess.weir(said, said, all);
    }

    private Path write(BrokerProcess broker, String domainBudget) throws IOException {
        CountingPipeline pipeline = new CountingPipeline("lost", broker.address(), TOPIC);
        String text = pipeline.text(folder)
                .replace("max-skew: 5m", "max-skew: 1s")
                .replace("{name: wiki}", "{name: wiki, budget: {epsilon: " + domainBudget + "}}");
        return Files.writeString(folder.resolve("lost-" + domainBudget + ".yaml"), text);
    }

    /** Kills the process once this many rows are public. */
    private void runUntil(int rows, BrokerProcess broker, Path file) throws Exception {
        try (WeirProcess weir = WeirProcess.start(folder, "run-" + rows, "run", file.toString())) {
            weir.await(() -> released(broker).size() > rows);
            weir.stop("TERM");
        }
    }

    private static Map<String, Set<String>> released(BrokerProcess broker) {
        Map<String, Set<String>> rows = new TreeMap<>();
        broker.read("lost-released", row -> rows.computeIfAbsent(text(row.key()), id -> new TreeSet<>())
                .add(text(row.value())));
        return rows;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
