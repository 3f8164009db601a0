package dev.weir.jobs.kafka;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Source;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a live job's topics before it starts.
 *
 * <p>The input topic must exist and, where the clock goes by append time, be stamped by the broker. Topics that the job
 * writes are made if they are missing, with one partition (rows then have one order) and the broker's own settings: a job
 * that found out only at its first release that a topic is missing would have spent budget on noise that nobody sees.
 * {@link LimitCheck} compares the longest messages that the topics take with those that they will get.
 */
public final class TopicCheck implements AutoCloseable {

    private static final int WAIT_SECONDS = 20;
    private static final String STAMPED_BY = "message.timestamp.type";

    private final Admin admin;
    private final String brokers;

    private TopicCheck(Admin admin, String brokers) {
        this.admin = admin;
        this.brokers = brokers;
    }

    /**
     * Returns when all topics of the pipeline are ready.
     *
     * @return what is unwise, one line each
     * @throws TopicProblem if one is not, and cannot be made so
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link
     *     dev.weir.operators.restore.StartRefused} if the ledger's topic can lose records
     */
    public static List<String> requireReady(Pipeline pipeline) throws TopicProblem, InterruptedException {
        Source.Topic input = pipeline.source().kafka();
        try (TopicCheck check = connect(input)) {
            check.requireInput(input.topic(), pipeline.clock().by());
            LimitCheck limits = new LimitCheck(check.admin, pipeline);
            check.requireLedger(pipeline);
            check.makeIfMissing(pipeline.sink().released(), Map.of());
            check.makeIfMissing(pipeline.sink().withheld(), Map.of());
            check.makeIfMissing(pipeline.sink().deadLetter(), deadLetters(limits));
            List<String> unwise = new ArrayList<>(limits.require());
            unwise.addAll(check.compactedDeadLetters(pipeline.sink().deadLetter()));
            return unwise;
        }
    }

    /**
     * What a user should know before a first run of the records that were written before its schedule, in one line; empty if there are
     * none, or the brokers do not say.
     *
     * @param from the start of the schedule, epoch milliseconds
     */
    public static Optional<String> earlierRecords(Pipeline pipeline, long from) throws InterruptedException {
        return EarlierRecords.warning(pipeline, from);
    }

    /**
     * What is unwise about the brokers on which a pipeline's ledger rests, one line each.
     *
     * @throws TopicProblem if they do not answer
     */
    public static List<String> ledgerWarnings(Pipeline pipeline) throws TopicProblem, InterruptedException {
        try (TopicCheck check = connect(pipeline.source().kafka())) {
            Map<String, SeenDomain> domains = check.register(pipeline).read();
            List<String> unwise = new ArrayList<>(DomainWarnings.of(check.admin, pipeline, domains));
            Stream.of(
                            TransactionTopic.requireReplicated(check.admin),
                            LedgerRights.warning(check.admin, pipeline.sink().ledger(), TopicRole.LEDGER),
                            LedgerRights.warning(check.admin, DomainRegister.TOPIC, TopicRole.REGISTER))
                    .flatMap(Optional::stream)
                    .distinct()
                    .forEach(unwise::add);
            return unwise;
        } catch (IOException e) {
            throw new TopicProblem(
                    "cannot look at the ledger's brokers "
                            + pipeline.source().kafka().brokers() + ": " + e.getMessage(),
                    e);
        }
    }

    /** Brokers take no message without a key into a topic that is compacted, and dead letters have none. */
    private List<String> compactedDeadLetters(String topic) throws TopicProblem, InterruptedException {
        try {
            ConfigEntry policy = setting(topic, TopicConfig.CLEANUP_POLICY_CONFIG);
            return policy != null && policy.value().contains(TopicConfig.CLEANUP_POLICY_COMPACT)
                    ? List.of("topic " + topic + " has " + TopicConfig.CLEANUP_POLICY_CONFIG + "=" + policy.value()
                            + ", so it takes no dead letter, which has no key: set it to delete")
                    : List.of();
        } catch (ExecutionException e) {
            return List.of(); // without the right to look, LimitCheck has warned already
        }
    }

    private static Map<String, String> deadLetters(LimitCheck limits) {
        Map<String, String> settings = new HashMap<>(limits.deadLetterSettings());
        settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
        return settings;
    }

    private static TopicCheck connect(Source.Topic topic) throws TopicProblem {
        ClientSettings settings = ClientSettings.of(topic)
                .withDefaults(Map.of("default.api.timeout.ms", "15000", "request.timeout.ms", "5000"));
        try {
            return new TopicCheck(settings.admin(), topic.brokers());
        } catch (KafkaException e) {
            throw new TopicProblem(
                    "cannot use the brokers " + topic.brokers()
                            + ": check source.kafka.brokers and the properties file",
                    e);
        }
    }

    private void requireInput(String topic, Clock.By clock) throws TopicProblem, InterruptedException {
        requireExists(topic);
        if (clock == Clock.By.APPEND_TIME) {
            requireStampedByBroker(topic);
        }
    }

    private void requireLedger(Pipeline pipeline) throws TopicProblem {
        String topic = pipeline.sink().ledger();
        try {
            DomainGuard.Place place = new DomainGuard.Place(pipeline.plan().domain(), topic, Set.of(), false);
            new DomainGuard(register(pipeline), place).requireTopic(admin);
            LedgerTopic.requireUsable(admin, topic);
        } catch (IOException e) {
            throw unreachable(e);
        }
    }

    private DomainRegister register(Pipeline pipeline) throws IOException {
        ClientSettings client = ClientSettings.of(pipeline.source().kafka());
        return DomainRegister.open(LedgerSettings.of(client.asMap()), admin);
    }

    private void requireExists(String topic) throws TopicProblem, InterruptedException {
        try {
            done(admin.describeTopics(Set.of(topic)).allTopicNames());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                throw new TopicProblem("topic " + topic + " does not exist on " + brokers
                        + ": create it or correct source.kafka.topic");
            }
            throw unusable(topic, e);
        }
    }

    private void requireStampedByBroker(String topic) throws TopicProblem, InterruptedException {
        try {
            ConfigEntry entry = setting(topic, STAMPED_BY);
            if (entry == null || !"LogAppendTime".equals(entry.value())) {
                throw new TopicProblem("topic " + topic + " must have " + STAMPED_BY
                        + "=LogAppendTime where the clock goes by append-time: set it (kafka-configs.sh --alter)");
            }
        } catch (ExecutionException e) {
            throw unusable(topic, e);
        }
    }

    private @Nullable ConfigEntry setting(String topic, String name)
            throws TopicProblem, InterruptedException, ExecutionException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Map<ConfigResource, org.apache.kafka.clients.admin.Config> described =
                done(admin.describeConfigs(Set.of(resource)).all());
        return described.values().iterator().next().get(name);
    }

    private void makeIfMissing(String topic, Map<String, String> config) throws TopicProblem, InterruptedException {
        try {
            if (!done(admin.listTopics().names()).contains(topic)) {
                NewTopic missing = new NewTopic(topic, Optional.of(1), Optional.empty()).configs(config);
                done(admin.createTopics(Set.of(missing)).all());
            }
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw uncreatable(topic, e);
            }
        }
    }

    private <T> T done(KafkaFuture<T> asked) throws TopicProblem, InterruptedException, ExecutionException {
        try {
            return asked.get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw unreachable(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof org.apache.kafka.common.errors.TimeoutException) {
                throw unreachable(e);
            }
            if (e.getCause() instanceof AuthenticationException) {
                throw unauthenticated(e);
            }
            throw e;
        }
    }

    private TopicProblem unreachable(Exception e) {
        String what = OpenPort.isAt(brokers)
                ? "the brokers " + brokers + " take connections and do not answer: where they want SASL or TLS, set"
                        + " security.protocol, sasl.mechanism and sasl.jaas.config in source.kafka.properties-file"
                : "cannot reach the brokers " + brokers + ": start them or correct source.kafka.brokers";
        return new TopicProblem(what, e);
    }

    private static TopicProblem unauthenticated(ExecutionException e) {
        return new TopicProblem(
                "the brokers do not let the job in (" + nameOf(e)
                        + "): check security.protocol and the sasl and ssl settings in source.kafka.properties-file",
                e);
    }

    private TopicProblem uncreatable(String topic, ExecutionException e) {
        return new TopicProblem(
                "topic " + topic + " does not exist on " + brokers + " and cannot be created (" + nameOf(e)
                        + "): create it",
                e);
    }

    private static TopicProblem unusable(String topic, ExecutionException e) {
        return new TopicProblem("cannot look at topic " + topic + " (" + nameOf(e) + "): check the job's rights", e);
    }

    private static String nameOf(ExecutionException e) {
        return e.getCause() == null ? "unknown" : e.getCause().getClass().getSimpleName();
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
