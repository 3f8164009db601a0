package dev.weir.jobs.kafka.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.jobs.kafka.Messages;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.jobs.kafka.topic.TopicCheck;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerBench;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a started domain has one ledger, on brokers that retain as little as possible and compact all the time. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Timeout(600)
class DomainGuardIT {

    private static final String CLEANUP = "cleanup.policy";

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedBroker broker;

    private final String domain = "domain-" + UUID.randomUUID();
    private final String topic = domain + "-ledger";

    /** Starts a broker on which records expire after a millisecond, and every segment is rolled and cleaned at once. */
    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.start(Map.of(
                "create.topic.policy.class.name", NoRegisterPolicy.class.getName(),
                "log.initial.task.delay.ms", "100",
                "log.retention.ms", "1",
                "log.retention.check.interval.ms", "100",
                "log.segment.delete.delay.ms", "0",
                "log.roll.ms", "100",
                "log.cleaner.enable", "true",
                "log.cleaner.backoff.ms", "100",
                "log.cleaner.min.cleanable.ratio", "0.0"));
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static LedgerTopics topics() {
        return new LedgerTopics(broker.address());
    }

    private LedgerBench bench(String ledger) {
        return new LedgerBench(KafkaLedger.of(Map.of("bootstrap.servers", broker.address()), ledger), domain);
    }

    /** Starts the domain with its ledger in {@link #topic}. */
    private void start(int batches) throws Exception {
        try (LedgerBench bench = bench(topic)) {
            Ledger owner = bench.own("p", "run");
            owner.showLife(bench.view().pipeline("p").owner().number(), () -> {});
            for (int batch = 0; batch < batches; batch++) {
                List<LedgerRecord> records = bench.batch("p", 2);
                assertThat(owner.writePipeline(records)).isEqualTo(Ledger.Result.WRITTEN);
            }
        }
    }

    private void assertRefused(String ledger, String problem) throws Exception {
        try (LedgerBench bench = bench(ledger)) {
            assertThatThrownBy(() -> bench.own("p", "again"))
                    .isInstanceOf(SuppressRestartsException.class)
                    .hasStackTraceContaining("LEDGER_BEHIND: domain " + domain
                            + " has been seen before, with its ledger in topic " + topic)
                    .hasStackTraceContaining("and topic " + ledger + " " + problem);
        }
    }

    @Test
    void another_ledger_of_a_domain_is_refused_with_both_names_and_is_not_made() throws Exception {
        start(1);
        assertRefused("other-" + domain, "is not there");
        assertThat(topics().isThere("other-" + domain)).isFalse();
        topics().records("empty-" + domain);
        assertRefused("empty-" + domain, "is empty");
        try (LedgerBench bench = bench(topic)) {
            bench.own("p", "next");
            assertThat(bench.view().tip().sequence()).isEqualTo(3);
        }
    }

    @Test
    void a_ledger_that_was_deleted_is_refused_under_its_own_name_even_if_somebody_makes_it_again() throws Exception {
        start(1);
        topics().delete(topic);
        assertRefused(topic, "is not there: restore the topic");
        topics().records(topic);
        assertRefused(topic, "is empty: restore the topic");
    }

    /** The offsets of a consumer group expire after a week without use, and so do a topic's records by default. */
    @Test
    void a_domain_is_known_when_groups_have_been_deleted_and_all_that_can_expire_has_expired() throws Exception {
        start(1);
        try (Admin admin = admin()) {
            broker.createTopic("control-" + domain, 1, Map.of());
            Messages.send(broker.address(), "control-" + domain, System.currentTimeMillis(), "old");
            List<String> groups = admin.listGroups().all().get().stream()
                    .map(GroupListing::groupId)
                    .toList();
            assertThat(groups).contains(domain + "/pipeline/p");
            admin.deleteConsumerGroups(groups).all().get();
            awaitNothingIn(admin, "control-" + domain);
        }
        assertRefused("other-" + domain, "is not there");
        topics().delete(topic);
        assertRefused(topic, "is not there");
    }

    private static void awaitNothingIn(Admin admin, String topic) throws Exception {
        TopicPartition partition = new TopicPartition(topic, 0);
        while (admin.listOffsets(Map.of(partition, OffsetSpec.earliest()))
                        .partitionResult(partition)
                        .get()
                        .offset()
                == 0) {
            Thread.sleep(50);
        }
    }

    @Test
    void of_two_first_starts_with_two_ledgers_that_have_both_looked_the_second_to_write_is_refused() throws Exception {
        try (LedgerBench first = bench(topic);
                LedgerBench second = bench("other-" + domain)) {
            Ledger early = first.open("p");
            Ledger late = second.open("p");
            assertThat(second.records(late)).isEmpty();
            assertThat(first.start(early, "p", "run")).isTrue();
            assertThatThrownBy(() -> second.start(late, "p", "run"))
                    .hasStackTraceContaining("LEDGER_BEHIND: domain " + domain)
                    .hasStackTraceContaining("and topic other-" + domain + " is empty");
        }
    }

    /** Such a domain is registered by its first start under this build, and checked from then on. */
    @Test
    void a_ledger_of_a_build_that_knew_no_register_goes_on() throws Exception {
        start(1);
        List<byte[]> records = topics().records(topic);
        String older = "older-" + domain;
        try (LedgerBench bench = new LedgerBench(place(older), domain)) {
            topics().records(older);
            topics().append(older, records);
            assertThat(bench.own("p", "next")).isNotNull();
            assertThat(bench.view().tip().sequence()).isEqualTo(3);
        }
    }

    /** Returns a place whose register does not know the domain's name, although the chain of the ledger has it. */
    private static Ledger.Factory place(String topic) {
        Ledger.Factory place = KafkaLedger.of(Map.of("bootstrap.servers", broker.address()), topic);
        return (name, pipeline) -> place.open("renamed-" + name, pipeline);
    }

    @Test
    void a_whole_copy_takes_the_place_of_a_ledger_and_one_without_the_newest_start_does_not() throws Exception {
        start(1);
        List<byte[]> early = topics().records(topic);
        try (LedgerBench bench = bench(topic)) {
            bench.own("p", "next");
        }
        copy(early, "early-" + domain);
        assertRefused("early-" + domain, "does not have that entry");
        copy(topics().records(topic), "whole-" + domain);
        try (LedgerBench moved = bench("whole-" + domain)) {
            moved.own("p", "moved");
        }
        try (LedgerBench left = bench(topic)) {
            assertThatThrownBy(() -> left.own("p", "back"))
                    .hasStackTraceContaining("with its ledger in topic whole-" + domain)
                    .hasStackTraceContaining("and topic " + topic + " does not have that entry");
        }
    }

    private static void copy(List<byte[]> records, String to) throws Exception {
        topics().records(to);
        topics().append(to, records);
    }

    @Test
    void two_domains_over_one_input_topic_are_warned_of_with_both_names_and_a_first_start_is_said() throws Exception {
        Pipeline pipeline =
                Pipelines.pipeline(broker.address(), "input-" + domain, Clock.By.RECORD_TIME, Duration.ofSeconds(1));
        try (LedgerBench other = new LedgerBench(KafkaLedger.access(pipeline).place(), domain)) {
            assertThat(TopicCheck.ledgerWarnings(pipeline)).noneMatch(line -> line.contains(domain + " both"));
            other.own("p", "run");
        }
        assertThat(TopicCheck.ledgerWarnings(pipeline))
                .contains("domains it and " + domain + " both read topic input-" + domain
                        + ": their losses add, and what people are told must name the sum");
        Pipeline first =
                Pipelines.pipeline(broker.address(), "first-" + domain, Clock.By.RECORD_TIME, Duration.ofSeconds(1));
        assertThat(TopicCheck.ledgerWarnings(first))
                .anyMatch(line -> line.startsWith("this is the first start of domain it: nothing counts as spent yet,"
                        + " and its ledger is topic first-" + domain + "-ledger"));
    }

    @Test
    void a_register_that_can_forget_a_domain_is_refused_by_the_name_of_the_setting() throws Exception {
        start(0);
        topics().set(DomainRegister.TOPIC, CLEANUP, "delete");
        try (LedgerBench bench = bench(topic)) {
            assertThatThrownBy(() -> bench.open("p"))
                    .isInstanceOf(SuppressRestartsException.class)
                    .hasStackTraceContaining(
                            "LEDGER_UNUSABLE: topic weir-domains must have cleanup.policy=compact, has delete:"
                                    + " a domain that has been seen must never be forgotten");
        } finally {
            topics().delete(DomainRegister.TOPIC); // this broker's retention may have deleted the topic's records
        }
    }

    @Test
    void a_register_that_was_deleted_learns_of_a_domain_at_its_next_start_and_one_that_may_not_be_made_stops_it()
            throws Exception {
        start(1);
        topics().delete(DomainRegister.TOPIC);
        NoRegisterPolicy.forbids(true);
        try (LedgerBench bench = bench(topic)) {
            assertThatThrownBy(() -> bench.open("p"))
                    .isInstanceOf(SuppressRestartsException.class)
                    .hasStackTraceContaining(
                            "LEDGER_UNUSABLE: topic weir-domains cannot be created (PolicyViolationException);"
                                    + " make it beforehand, with 1 partition, cleanup.policy=compact,"
                                    + " unclean.leader.election.enable=false");
        } finally {
            NoRegisterPolicy.forbids(false);
        }
        try (LedgerBench bench = bench(topic)) {
            assertThat(bench.own("p", "next")).isNotNull();
        }
        assertRefused("other-" + domain, "is not there");
    }

    private static Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", broker.address()));
    }
}
