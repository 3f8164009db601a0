package dev.weir.jobs.kafka.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.LedgerSettings;
import dev.weir.jobs.pipeline.Adoption;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerBench;
import dev.weir.operators.ledger.LedgerStart;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.kafka.clients.admin.Admin;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests repairs of a ledger that has lost its end, with two pipelines of one domain whose units have no periods. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@Timeout(600)
class DomainRepairIT {

    private final EmbeddedBroker broker;
    private final LedgerTopics topics;
    private final String domain = "domain-" + UUID.randomUUID();
    private final Pipeline first;
    private final Pipeline second;
    private final String ledger;

    DomainRepairIT(EmbeddedBroker broker) {
        this.broker = broker;
        this.topics = new LedgerTopics(broker.address());
        this.first = Pipelines.ofDomain(domain, "p", broker.address(), "input-" + domain);
        this.second = Pipelines.ofDomain(domain, "q", broker.address(), "input-" + domain);
        this.ledger = first.sink().ledger();
    }

    /** Returns an access with a budget for both pipelines and an adoption. */
    private static LedgerAccess roomy(LedgerAccess access) {
        return new LedgerAccess(
                access.place(),
                access.pipeline(),
                BudgetSplit.ofNoise(new Budget.Pure(BigDecimal.TEN)),
                access.topic());
    }

    /** Starts a pipeline from an empty state. */
    private void begin(Pipeline pipeline) throws Exception {
        LedgerAccess access = roomy(KafkaLedger.access(pipeline));
        try (Ledger opened = access.open(pipeline.plan())) {
            Start start =
                    Start.of(access.request(pipeline.plan(), "run", 0), JournalState.empty(domain, pipeline.name()));
            LedgerStart.granted(
                    new LedgerStart(opened, new LedgerStart.Place(domain, pipeline.name(), "run"), start).drive());
        }
    }

    private void publish(Pipeline pipeline) throws Exception {
        try (LedgerBench bench = new LedgerBench(KafkaLedger.access(pipeline).place(), domain)) {
            Ledger owner = bench.open(pipeline.name());
            owner.takePipeline();
            assertThat(owner.writePipeline(bench.batch(pipeline.name(), 1))).isEqualTo(Ledger.Result.WRITTEN);
        }
    }

    /** Adopts an empty state for a pipeline. */
    private static void adopt(Pipeline pipeline) throws Exception {
        LedgerAccess access = roomy(KafkaLedger.existing(pipeline));
        try (Adoption adoption = Adoption.open(pipeline, access, Optional.empty(), InstantSource.system())) {
            adoption.record();
        }
    }

    private void leave(List<byte[]> records) throws Exception {
        topics.delete(ledger);
        topics.records(ledger);
        topics.append(ledger, records);
    }

    private RegisteredDomain registered() throws Exception {
        ClientSettings settings = LedgerSettings.of(Map.of("bootstrap.servers", broker.address()));
        try (Admin admin = settings.admin()) {
            return Objects.requireNonNull(
                    DomainRegister.open(settings, admin).read().started().get(domain));
        }
    }

    private void assertBehind(ThrowingCallable attempt) {
        assertThatThrownBy(attempt)
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("LEDGER_BEHIND: domain " + domain + " has been seen before")
                .hasStackTraceContaining("does not have that entry: restore the topic")
                .hasStackTraceContaining("start under another domain name, whose losses add");
    }

    @Test
    void a_ledger_without_the_newest_start_may_be_looked_at_and_not_adopted_and_the_register_keeps_that_start()
            throws Exception {
        begin(first);
        publish(first);
        List<byte[]> early = topics.records(ledger);
        begin(second);
        RegisteredDomain known = registered();
        leave(early);
        assertBehind(() -> begin(second));
        try (LedgerBench shown = new LedgerBench((name, pipeline) -> KafkaLedger.shown(first), domain)) {
            assertThat(shown.records(shown.open("p"))).hasSameSizeAs(early);
            assertThatIllegalStateException().isThrownBy(() -> shown.own("p", "run"));
        }
        assertBehind(() -> adopt(first));
        assertThat(topics.records(ledger)).hasSameSizeAs(early);
        assertThat(registered()).isEqualTo(known);
        assertBehind(() -> begin(second));
    }

    @Test
    void a_ledger_that_has_lost_all_is_not_even_looked_at() throws Exception {
        begin(first);
        leave(List.of());
        try (LedgerBench shown = new LedgerBench((name, pipeline) -> KafkaLedger.shown(first), domain)) {
            assertThatThrownBy(() -> shown.records(shown.open("p"))).hasStackTraceContaining("is empty");
        }
    }

    @Test
    void batches_that_were_lost_behind_the_newest_start_leave_a_ledger_that_may_be_adopted() throws Exception {
        begin(first);
        publish(first);
        List<byte[]> early = topics.records(ledger);
        publish(first);
        long known = registered().entry().sequence();
        leave(early);
        adopt(first);
        assertThat(registered().entry().sequence()).isGreaterThan(known);
    }

    @Test
    void looking_makes_no_register_and_knows_of_no_domain_without_one_and_an_adoption_makes_it() throws Exception {
        begin(first);
        publish(first);
        topics.delete(DomainRegister.TOPIC);
        try (KafkaLedger shown = KafkaLedger.shown(first)) {
            shown.read(LedgerRecords.of(bytes -> {}));
            assertThat(shown.lost()).isEmpty();
        }
        LedgerAccess access = roomy(KafkaLedger.existing(first));
        try (Adoption adoption = Adoption.open(first, access, Optional.empty(), InstantSource.system())) {
            adoption.plan();
            assertThat(topics.isThere(DomainRegister.TOPIC)).isFalse();
            adoption.record();
        }
        assertThat(registered().ledger()).isEqualTo(ledger);
    }

    @Test
    void a_ledger_that_is_shown_whole_has_lost_nothing() throws Exception {
        begin(first);
        try (KafkaLedger shown = KafkaLedger.shown(first)) {
            shown.read(LedgerRecords.of(bytes -> {}));
            assertThat(shown.lost()).isEmpty();
        }
    }
}
