package dev.weir.jobs.kafka.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerStart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Starts two domains whose pipelines name one topic, which is empty, as their ledger. */
@ExtendWith(BrokerExtension.class)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Timeout(600)
class EmptyTopicIT {

    private static final int ROUNDS = 20;

    private final String topic = "empty-" + UUID.randomUUID();
    private final String one = "one-" + UUID.randomUUID();
    private final String two = "two-" + UUID.randomUUID();

    private static Ledger open(EmbeddedBroker broker, String topic, String domain) throws Exception {
        return KafkaLedger.of(Map.of("bootstrap.servers", broker.address()), topic)
                .open(domain, "p");
    }

    private static StartStep start(Ledger ledger, String domain) throws Exception {
        LedgerStart.Place where = new LedgerStart.Place(domain, "p", "run");
        Start start = Start.of(CutDomain.request("p", "run"), JournalState.empty(domain, "p"));
        return new LedgerStart(ledger, where, start).drive();
    }

    private static StartStep start(EmbeddedBroker broker, String topic, String domain) throws Exception {
        try (Ledger ledger = open(broker, topic, domain)) {
            return start(ledger, domain);
        }
    }

    /** Starts a domain at the moment when the other one starts too, and returns its name if it is told that the topic is not its own. */
    private static List<String> refused(EmbeddedBroker broker, String topic, String domain, CyclicBarrier both)
            throws Exception {
        try (Ledger ledger = open(broker, topic, domain)) {
            both.await();
            assertThat(start(ledger, domain)).isInstanceOf(StartStep.Go.class);
            return List.of();
        } catch (SuppressRestartsException e) {
            assertThat(e).hasStackTraceContaining("LEDGER_UNUSABLE: topic " + topic);
            return List.of(domain);
        }
    }

    @Test
    void of_two_domains_that_start_at_once_on_an_empty_topic_one_is_told_before_it_writes_and_the_other_works(
            EmbeddedBroker broker) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                assertOneWorks(broker, threads, round);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void assertOneWorks(EmbeddedBroker broker, ExecutorService threads, int round) throws Exception {
        String place = topic + round;
        List<String> domains = List.of(one + round, two + round);
        CyclicBarrier both = new CyclicBarrier(2);
        List<Future<List<String>>> starts = new ArrayList<>();
        for (String domain : domains) {
            starts.add(threads.submit(() -> refused(broker, place, domain, both)));
        }
        List<String> refused = refused(starts);
        assertThat(refused).hasSize(1);
        String other = domains.get(1 - domains.indexOf(refused.get(0)));
        assertOnlyEntriesOf(broker, place, other);
        assertThat(start(broker, place, other)).isInstanceOf(StartStep.Go.class);
        assertThat(start(broker, place + "-own", refused.get(0))).isInstanceOf(StartStep.Go.class);
    }

    private static List<String> refused(List<Future<List<String>>> starts)
            throws ExecutionException, InterruptedException {
        List<String> refused = new ArrayList<>();
        for (Future<List<String>> start : starts) {
            refused.addAll(start.get());
        }
        return refused;
    }

    /** Every record of the topic is in an unbroken ledger of the domain, so the other one has written none. */
    private static void assertOnlyEntriesOf(EmbeddedBroker broker, String topic, String domain) throws Exception {
        LedgerReader reader = new LedgerReader(domain, WantedDigests.NOTHING);
        try (Ledger ledger = open(broker, topic, domain)) {
            ledger.read(reader);
        }
        assertThat(reader.view().broken()).isEmpty();
        assertThat(reader.view().unreadable().isEmpty()).isTrue();
        assertThat(reader.view().tip().sequence()).isEqualTo(2);
    }

    @Test
    void a_start_that_died_behind_its_claim_keeps_the_topic_for_its_domain_and_spends_nothing(EmbeddedBroker broker)
            throws Exception {
        try (Ledger dies = open(broker, topic, one)) {
            dies.takeDomain();
        }
        String told = "LEDGER_UNUSABLE: topic " + topic + " was claimed by the first start of domain " + one
                + ", which gives it up if it starts once with another ledger: each domain needs a topic of its own";
        assertThatThrownBy(() -> start(broker, topic, two)).hasStackTraceContaining(told);
        assertThat(start(broker, topic, one)).isInstanceOf(StartStep.Go.class);
        assertThatThrownBy(() -> start(broker, topic, two))
                .hasStackTraceContaining("LEDGER_UNUSABLE: topic " + topic + " is the ledger of domain " + one);
    }

    /** The claim on the first topic is given up with the one on the second, and the other domain may have the first. */
    @Test
    void a_domain_whose_start_died_behind_its_claim_may_start_in_another_topic(EmbeddedBroker broker) throws Exception {
        try (Ledger dies = open(broker, topic, one)) {
            dies.takeDomain();
        }
        assertThat(start(broker, topic + "-own", one)).isInstanceOf(StartStep.Go.class);
        assertThat(start(broker, topic, two)).isInstanceOf(StartStep.Go.class);
    }

    @Test
    void a_domain_that_has_looked_at_an_empty_topic_is_told_that_another_one_has_claimed_it_since(EmbeddedBroker broker)
            throws Exception {
        try (Ledger late = open(broker, topic, two);
                Ledger early = open(broker, topic, one)) {
            late.read(new LedgerReader(two, WantedDigests.NOTHING));
            early.takeDomain();
            late.takeDomain();
            assertThatThrownBy(() -> late.read(new LedgerReader(two, WantedDigests.NOTHING)))
                    .hasStackTraceContaining("was claimed by the first start of domain " + one);
            early.read(new LedgerReader(one, WantedDigests.NOTHING));
        }
    }
}
