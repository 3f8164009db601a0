package dev.weir.jobs.kafka.ledger.log;

import dev.weir.jobs.kafka.client.MessageLimit;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/**
 * Makes and checks a private topic of a ledger. A missing topic is made, where this is allowed, with the settings that the
 * ledger's guarantees need ({@link TopicRole}). An existing topic with other settings is refused. One partition gives all
 * transactions one order.
 */
public final class LedgerTopic {

    private static final int WAIT_SECONDS = 20;
    private static final long AGAIN_MILLIS = 50;
    private static final long MISSING_SECONDS = 1;
    private static final String CREATED = "created";
    private final Admin admin;
    private final String name;
    private final TopicRole role;
    private final @Nullable String field;

    private LedgerTopic(Admin admin, String name, TopicRole role, @Nullable String field) {
        this.admin = admin;
        this.name = name;
        this.role = role;
        this.field = field;
    }

    /**
     * A topic that is fit to keep a ledger.
     *
     * @param id the id of the topic; a topic that is deleted and made again has another id
     * @param limit the topic's limit ({@link MessageLimit}), in bytes; empty if its settings do not tell it
     */
    public record Found(Uuid id, OptionalInt limit) {

        /**
         * The maximum length of a message of several rows, in bytes: half of the topic's limit, at most {@link LedgerMessages#MOST_BYTES}. If the limit is not known, each row is a message of its own.
         */
        int longestOfSeveral() {
            return Math.max(1, Math.min(limit.orElse(0) / 2, LedgerMessages.MOST_BYTES));
        }
    }

    /**
     * Makes the topic if it is missing, and requires that its settings fit its role.
     *
     * @param admin a client of the brokers
     * @param name the topic's name
     * @param role the purpose of the topic
     * @return the topic's id and limit
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused} that names the
     *     setting that is wrong
     */
    public static Found requireUsable(Admin admin, String name, TopicRole role) throws IOException {
        return new LedgerTopic(admin, name, role, null).requireUsable();
    }

    /**
     * Requires that the topic exists and is fit to keep a ledger. A missing topic is not made.
     *
     * @param admin a client of the brokers
     * @param name the topic's name
     * @param field the field of the pipeline file that names the topic
     * @return the topic's id and limit
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused} that names the
     *     setting that is wrong, or the field if the topic is missing
     */
    public static Found requireThere(Admin admin, String name, String field) throws IOException {
        return new LedgerTopic(admin, name, TopicRole.LEDGER, field).requireUsable();
    }

    /**
     * Whether the brokers know the topic. Some brokers may not know a topic that was made a moment ago, so the question is
     * repeated for one second.
     *
     * @param admin a client of the brokers
     * @param name the topic's name
     * @throws IOException if the brokers cannot be reached
     */
    public static boolean isThere(Admin admin, String name) throws IOException, InterruptedException {
        LedgerTopic topic = new LedgerTopic(admin, name, TopicRole.LEDGER, null);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MISSING_SECONDS);
        while (topic.described(Long.MAX_VALUE).isEmpty()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Thread.sleep(AGAIN_MILLIS);
        }
        return true;
    }

    /**
     * Requires that the topic can be made, or exists and is usable in its role. The method does not make the topic.
     *
     * @param admin a client of the brokers
     * @param name the topic's name
     * @param role the purpose of the topic
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused} that names what is
     *     wrong
     */
    public static void requireMakeable(Admin admin, String name, TopicRole role) throws IOException {
        LedgerTopic topic = new LedgerTopic(admin, name, role, null);
        try {
            if (topic.described(Long.MAX_VALUE).isPresent()) {
                topic.requireUsable();
            } else {
                topic.replicasOfNew();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while looking at topic " + name, e);
        }
    }

    private Found requireUsable() throws IOException {
        try {
            TopicDescription topic = described();
            Config settings = config();
            requireSettings(topic, settings);
            return new Found(topic.topicId(), MessageLimit.of(settings));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while looking at topic " + name, e);
        }
    }

    /** Returns the brokers' description of the topic. A missing topic is made first, where this is allowed. */
    private TopicDescription described() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
        while (true) {
            Optional<TopicDescription> found = described(deadline);
            if (found.isPresent()) {
                return found.get();
            }
            if (field != null) {
                throw unusable(field + ": topic " + name + " does not exist on these brokers: correct the field, or let"
                        + " weir run make the ledger of a new domain");
            }
            makeIfMissing();
            Thread.sleep(AGAIN_MILLIS);
        }
    }

    private Optional<TopicDescription> described(long deadline) throws IOException, InterruptedException {
        try {
            return done(admin.describeTopics(Set.of(name)).allTopicNames()).values().stream()
                    .findFirst();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException && System.nanoTime() < deadline) {
                return Optional.empty();
            }
            throw failed("described", e);
        }
    }

    private void makeIfMissing() throws IOException, InterruptedException {
        try {
            int replicas = Math.max(replicasOfNew(), brokers() >= Replication.REPLICATED ? Replication.REPLICATED : 1);
            Optional<Short> stated =
                    replicas >= Replication.REPLICATED ? Optional.of((short) replicas) : Optional.empty();
            NewTopic missing = new NewTopic(name, Optional.of(1), stated).configs(role.settings(replicas));
            done(admin.createTopics(Set.of(missing)).all());
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw failed(CREATED, e);
            }
        }
    }

    private int brokers() throws IOException, InterruptedException {
        try {
            return done(admin.describeCluster().nodes()).size();
        } catch (ExecutionException e) {
            throw failed("described", e);
        }
    }

    /**
     * Returns the number of replicas that the brokers give a new topic by default; 1 if they do not tell, or if the topic
     * exists by now.
     */
    private int replicasOfNew() throws IOException, InterruptedException {
        NewTopic probe = new NewTopic(name, Optional.of(1), Optional.empty());
        try {
            return done(admin.createTopics(Set.of(probe), new CreateTopicsOptions().validateOnly(true))
                    .replicationFactor(name));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicExistsException || e.getCause() instanceof UnsupportedVersionException) {
                return 1;
            }
            throw failed(CREATED, e);
        }
    }

    private void requireSettings(TopicDescription topic, Config settings) throws IOException, InterruptedException {
        if (topic.partitions().size() != 1) {
            throw wrong("must have 1 partition, has " + topic.partitions().size());
        }
        Optional<String> problem = role.problem(settings);
        if (problem.isEmpty()) {
            int replicas = topic.partitions().get(0).replicas().size();
            int inSync = Integer.parseInt(TopicRole.value(settings, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG));
            problem = Replication.problem(brokers(), replicas, inSync);
        }
        if (problem.isPresent()) {
            throw wrong(problem.get());
        }
    }

    private Config config() throws IOException, InterruptedException {
        Set<ConfigResource> asked = Set.of(new ConfigResource(ConfigResource.Type.TOPIC, name));
        try {
            return done(admin.describeConfigs(asked).all()).values().iterator().next();
        } catch (ExecutionException e) {
            throw failed("asked for its settings", e);
        }
    }

    private <T> T done(KafkaFuture<T> asked) throws IOException, InterruptedException, ExecutionException {
        try {
            return asked.get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw unreachable(e);
        }
    }

    /**
     * Returns a failure that may pass if a retry can help. Otherwise throws a refusal, because the brokers would give the
     * same answer again.
     */
    private IOException failed(String what, ExecutionException e) {
        Throwable cause = e.getCause();
        if (cause == null || mayPass(cause)) {
            return unreachable(e);
        }
        String right = cause instanceof AuthorizationException
                ? ": the job lacks a right: let it read, write and describe the topic and its configuration"
                : "";
        String remedy = what.equals(CREATED) ? "; make it beforehand, with " + role.settings() : "";
        throw unusable("topic " + name + " cannot be " + what + " ("
                + cause.getClass().getSimpleName() + ")" + right + remedy);
    }

    private static boolean mayPass(Throwable cause) {
        return !(cause instanceof ApiException)
                || (cause instanceof RetriableException && !(cause instanceof UnknownTopicOrPartitionException));
    }

    private IOException unreachable(Exception e) {
        return new IOException("the brokers of topic " + name + " cannot be reached", e);
    }

    private RuntimeException wrong(String rule) {
        return unusable("topic " + name + " " + rule + ": " + role.purpose());
    }

    /**
     * Returns the exception for a start whose ledger cannot be used.
     *
     * @param reason what is wrong, and what to do about it
     */
    public static RuntimeException unusable(String reason) {
        return new StartRefused(StartRefused.Code.LEDGER_UNUSABLE, reason).asFailure();
    }
}
