package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.jobs.kafka.ledger.KafkaLedger;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerBench;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code weir ledger} on a missing topic, on a topic that is no longer a ledger, and on a ledger that has lost its end. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class LedgerCommandIT {

    private final StringWriter said = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void looking_and_repairing_do_not_make_a_ledger_and_name_the_field_of_the_missing_topic(EmbeddedBroker broker)
            throws Exception {
        String file = new CountingPipeline("unseen", broker.address(), "edits")
                .write(folder)
                .toString();
        for (List<String> command : List.of(List.of(file), List.of("adopt", file, "--domain=wiki"))) {
            assertThat(weir(command)).isEqualTo(3);
            assertThat(said.toString())
                    .contains("weir: LEDGER_UNUSABLE: sink.kafka.ledger: topic unseen-ledger does not exist");
            said.getBuffer().setLength(0);
        }
        assertThat(new LedgerTopics(broker.address()).isThere("unseen-ledger")).isFalse();
    }

    @Test
    void a_broken_ledger_is_shown_and_ends_with_the_code_of_a_refusal(EmbeddedBroker broker) throws Exception {
        LedgerTopics topics = new LedgerTopics(broker.address());
        topics.records("damaged-ledger");
        topics.append("damaged-ledger", List.of(new byte[] {42}));
        String file = new CountingPipeline("damaged", broker.address(), "edits")
                .write(folder)
                .toString();
        for (List<String> command : List.of(List.of(file), List.of(file, "--json"), List.of(file, "--records"))) {
            assertThat(weir(command)).as("%s", command).isEqualTo(3);
            assertThat(said.toString())
                    .contains("weir: LEDGER_BROKEN: UNREADABLE at record 0")
                    .doesNotStartWith("weir: ");
            said.getBuffer().setLength(0);
        }
    }

    /** The remaining records are shown. */
    @Test
    void a_ledger_that_has_lost_its_end_is_shown_and_ends_with_the_code_of_a_refusal(EmbeddedBroker broker)
            throws Exception {
        LedgerTopics topics = new LedgerTopics(broker.address());
        Ledger.Factory place = ledger(broker, "cut-ledger");
        try (LedgerBench bench = new LedgerBench(place, "cut")) {
            bench.own("cut", "first");
            List<byte[]> early = topics.records("cut-ledger");
            bench.own("cut", "second");
            topics.delete("cut-ledger");
            topics.records("cut-ledger");
            topics.append("cut-ledger", early);
        }
        String file = new CountingPipeline("cut", broker.address(), "edits")
                .write(folder)
                .toString();
        for (String option : List.of("--json", "--records")) {
            assertThat(weir(List.of(file, "--set=domain.name=cut", option))).isEqualTo(3);
            assertThat(said.toString())
                    .containsPattern("(?m)^\\{\"")
                    .containsPattern(
                            "weir: LEDGER_BEHIND: weir-domains knows of domain entry \\d+, which this ledger lacks: "
                                    + "restore the ledger from its backup");
            said.getBuffer().setLength(0);
        }
    }

    /**
     * The owner is dead, so nobody confirms its last batch. The offsets are: two entries and the end of their transaction, a
     * row, its seal, the end of their transaction, and the foreign record.
     */
    @Test
    void a_record_behind_the_last_word_of_a_dead_owner_is_named_with_the_command_that_leaves_it_out(
            EmbeddedBroker broker) throws Exception {
        Strange strange = strange(broker, "named");
        assertThat(weir(List.of(strange.file(), strange.domain()))).isEqualTo(3);
        assertThat(said.toString())
                .contains(
                        "LEDGER_BROKEN: UNREADABLE at record 4, partition 0, offset 6 (nothing of pipeline named behind"
                                + " it shows that no batch is missing): if you know that someone else wrote this record,"
                                + " leave it out with weir ledger copy --skip 6; else restore the ledger from its backup");
        refusesOtherOffsets(strange.copy());
    }

    @Test
    void an_operator_who_knows_that_a_stranger_wrote_a_record_takes_a_copy_without_it(EmbeddedBroker broker)
            throws Exception {
        Strange strange = strange(broker, "strange");
        List<String> right = and(strange.copy(), "--skip=6");
        assertThat(weir(right)).isZero();
        assertThat(said.toString())
                .contains(
                        "this stops the pipelines strange: cancel their jobs first",
                        "Go on only if you know that someone else wrote these records.",
                        "copied 4 records to topic strange-2");
        assertThat(new LedgerTopics(broker.address()).records("strange-2")).containsExactlyElementsOf(strange.before());
        assertThat(weir(List.of(strange.file(), strange.domain(), "--set=sink.kafka.ledger=strange-2")))
                .isZero();
        assertThat(weir(right)).isEqualTo(3);
        assertThat(said.toString()).contains("topic strange-2 must be empty");
        goesOnInTheCopyAlone(broker);
        assertThat(weir(right)).isEqualTo(3);
        assertThat(said.toString()).contains("name topic strange-2 as the ledger (sink.kafka.ledger)");
    }

    /** Creates a ledger with a foreign record after the batch of a dead owner. */
    private Strange strange(EmbeddedBroker broker, String name) throws Exception {
        LedgerTopics topics = new LedgerTopics(broker.address());
        try (LedgerBench bench = new LedgerBench(ledger(broker, name + "-ledger"), name)) {
            bench.own(name, "first").writePipeline(bench.batch(name, 1));
        }
        List<byte[]> before = topics.records(name + "-ledger");
        topics.append(name + "-ledger", List.of(new byte[] {42}));
        String file = new CountingPipeline(name, broker.address(), "edits")
                .write(folder)
                .toString();
        return new Strange(name, file, before);
    }

    /** A pipeline of its own domain, and its ledger's records before the foreign one. */
    private record Strange(String name, String file, List<byte[]> before) {

        String domain() {
            return "--set=domain.name=" + name;
        }

        List<String> copy() {
            return List.of("copy", file, domain(), "--to=" + name + "-2", "--domain=" + name);
        }
    }

    private static Ledger.Factory ledger(EmbeddedBroker broker, String topic) {
        return KafkaLedger.of(Map.of("bootstrap.servers", broker.address()), topic);
    }

    private void refusesOtherOffsets(List<String> copy) {
        for (Map.Entry<String, String> refused : Map.of(
                        "--skip=3", "offset 3 can be read", "--skip=77", "no record at offsets [77]")
                .entrySet()) {
            assertThat(weir(and(copy, refused.getKey()))).isEqualTo(3);
            assertThat(said.toString()).contains(refused.getValue());
        }
    }

    private static void goesOnInTheCopyAlone(EmbeddedBroker broker) throws Exception {
        try (LedgerBench bench = new LedgerBench(ledger(broker, "strange-2"), "strange")) {
            bench.own("strange", "second").writePipeline(bench.batch("strange", 1));
            assertThat(bench.view().pipeline("strange").tip().sequence()).isEqualTo(2);
        }
        try (LedgerBench bench = new LedgerBench(ledger(broker, "strange-ledger"), "strange")) {
            assertThatThrownBy(() -> bench.own("strange", "third")).hasStackTraceContaining("LEDGER_BEHIND");
        }
    }

    /** The run that owned the pipeline is killed. The ledger does not record this, but the owner must not be shown as active. */
    @Test
    void an_owner_is_active_while_it_shows_life_and_records_have_the_times_of_the_brokers(EmbeddedBroker broker)
            throws Exception {
        Ledger.Factory place = ledger(broker, "watched-ledger");
        long before = System.currentTimeMillis();
        String file = new CountingPipeline("watched", broker.address(), "edits")
                .write(folder)
                .toString();
        List<String> look = List.of(file, "--set=domain.name=watched", "--json");
        try (LedgerBench bench = new LedgerBench(place, "watched")) {
            bench.own("watched", "first").showLife(2, () -> {});
            assertThat(weir(look)).isZero();
            assertThat(said.toString()).contains("\"run\":\"first\",\"active\":true,\"ended\":false");
        }
        assertThat(weir(look)).isZero();
        assertThat(said.toString()).contains("\"run\":\"first\",\"active\":false,\"ended\":false");
        Matcher time =
                Pattern.compile("\"run\":\"first\",\"time\":\"([^\"]*)\"").matcher(said.toString());
        assertThat(time.find()).isTrue();
        assertThat(Instant.parse(time.group(1)).toEpochMilli()).isBetween(before, System.currentTimeMillis());
    }

    private static List<String> and(List<String> words, String word) {
        return Stream.concat(words.stream(), Stream.of(word)).toList();
    }

    /** At the first start the budget is 1000 steps of 1e-15; this run continues. */
    @Test
    void a_raise_is_recorded_once_beside_a_pipeline_that_runs_and_names_its_date(EmbeddedBroker broker)
            throws Exception {
        Ledger.Factory place = ledger(broker, "raised-ledger");
        String file = new CountingPipeline("raised", broker.address(), "edits")
                .write(folder)
                .toString();
        List<String> declare = new ArrayList<>(List.of(
                "declare",
                file,
                "--set=domain.name=raised",
                "--set=domain.budget.epsilon=2",
                "--set=clock.max-skew=1d"));
        try (LedgerBench bench = new LedgerBench(place, "raised")) {
            bench.open("raised");
            assertThat(weir(declare)).isEqualTo(3);
            assertThat(said.toString())
                    .contains(
                            "weir: LEDGER_DECLARATION: nothing is declared yet: the first start of a pipeline declares");
            Ledger first = bench.own("raised", "first");
            assertThat(weir(declare)).isEqualTo(3);
            assertThat(said.toString()).contains("the unit of a domain never changes");
            declare.add("--set=privacy.unit=user-per-day");
            assertRaisedOnce(declare, first, bench);
        }
    }

    private void assertRaisedOnce(List<String> declare, Ledger first, LedgerBench bench) throws Exception {
        long before = PrivacyUnit.USER_PER_DAY.period(System.currentTimeMillis());
        assertThat(weir(declare)).isZero();
        List<Raise> raises = Objects.requireNonNull(bench.view().budget()).raises();
        assertThat(raises).hasSize(1);
        assertThat(raises.get(0).from() - 2)
                .isBetween(before, PrivacyUnit.USER_PER_DAY.period(System.currentTimeMillis()));
        String from = PrivacyUnit.USER_PER_DAY.periodName(raises.get(0).from());
        assertThat(said.toString())
                .contains(
                        "recorded: domain raised has epsilon 2 for each user-per-day from " + from
                                + " on, and epsilon 0.000000000001 in the period before\nwrite it as domain.budget in the files");
        said.getBuffer().setLength(0);
        assertThat(weir(declare)).isZero();
        assertThat(said.toString()).contains("declared already: domain raised has epsilon 2 ");
        assertThat(first.writePipeline(bench.batch("raised", 1))).isEqualTo(Ledger.Result.WRITTEN);
        declare.add("--set=domain.budget.epsilon=1.5");
        assertThat(weir(declare)).isEqualTo(3);
        assertThat(said.toString()).contains("a raise is in the same currency, larger, and in no part smaller");
        assertThat(bench.view().broken()).isEmpty();
        assertThat(Objects.requireNonNull(bench.view().budget()).raises()).isEqualTo(raises);
    }

    private int weir(List<String> arguments) {
        List<String> all = new ArrayList<>(List.of("ledger"));
        all.addAll(arguments);
        return InProcess.weir(said, said, all.toArray(String[]::new));
    }
}
