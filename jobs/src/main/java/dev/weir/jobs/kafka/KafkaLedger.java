package dev.weir.jobs.kafka;

import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Sink;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.Pulse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in a private Kafka topic of one partition, which is never compacted and never loses anything by age or size.
 *
 * <p><b>Why it keeps the promises of {@link Ledger}.</b> The partition is the log, its offsets are the order. A transaction of
 * the ledger is one of Kafka's, and readers read what is committed ({@link LedgerLog} says how they get whole transactions
 * alone). Every write is acknowledged by all replicas in sync. The two ids are transactional ids, {@code DOMAIN/domain} and
 * {@code DOMAIN/pipeline/NAME}: a domain has no slash in its name, so no two are the same. Whoever takes one gets a new
 * epoch of it. The brokers abort what the earlier holder had begun, or finish what it had asked them to commit, before
 * they answer, and refuse whatever comes with an older epoch: KIP-98. {@link TransactionalId} says what each failure means.
 *
 * <p>The settings of the topic that this rests on are looked at whenever the ledger is opened ({@link LedgerTopic}).
 *
 * <p><b>Settings.</b> Of the client properties, {@code transaction.timeout.ms} (here 60 s unless given) is how long a batch may
 * take to be written, and how long a start may have to wait for a transaction of a process that is gone.
 */
public final class KafkaLedger implements Ledger {

    private static final long SILENCE_MILLIS = 5000;

    private final Admin admin;
    private final LedgerLog log;
    private final Ids ids;
    private final Pulse pulse;

    /** The two ids of a ledger. */
    private record Ids(TransactionalId domain, TransactionalId pipeline) {}

    private KafkaLedger(Admin admin, LedgerLog log, Ids ids, Pulse pulse) {
        this.admin = admin;
        this.log = log;
        this.ids = ids;
        this.pulse = pulse;
    }

    /**
     * The ledger in a topic. All pipelines of a domain name the same one; each domain has one of its own.
     *
     * @param properties client properties; {@code bootstrap.servers} must be among them
     * @param topic the topic's name; it is made if it is missing
     * @throws IllegalArgumentException if the brokers are not named
     */
    public static Factory of(Properties properties, String topic) {
        return of(
                properties.stringPropertyNames().stream()
                        .collect(Collectors.toMap(name -> name, properties::getProperty)),
                topic);
    }

    /**
     * The same with client properties in a map.
     *
     * @throws IllegalArgumentException if the brokers are not named
     */
    public static Factory of(Map<String, String> properties, String topic) {
        if (!properties.containsKey(ClientSettings.BROKERS)) {
            throw new IllegalArgumentException("properties must hold " + ClientSettings.BROKERS);
        }
        return new Place(properties, topic, null, Set.of());
    }

    /**
     * The ledger of a pipeline's domain, and as what the pipeline presents itself there.
     *
     * @param pipeline whose topic of the ledger is on the brokers of its source
     */
    public static LedgerAccess access(Pipeline pipeline) {
        return access(pipeline, null);
    }

    /**
     * The same for who only looks, or repairs: the topic is not made, and refused by its field's name if it is missing.
     *
     * @param pipeline whose topic of the ledger is on the brokers of its source
     */
    public static LedgerAccess existing(Pipeline pipeline) {
        return access(pipeline, "sink.kafka.ledger");
    }

    private static LedgerAccess access(Pipeline pipeline, @Nullable String field) {
        Map<String, String> client =
                ClientSettings.of(pipeline.source().kafka()).asMap();
        Place place = new Place(client, pipeline.sink().ledger(), field, clocks(pipeline));
        return new LedgerAccess(
                place, pipeline.name(), pipeline.domainBudget(), pipeline.sink().released());
    }

    /** The topics of copies, and the one that is read, where the brokers say when they added its records. */
    private static Set<String> clocks(Pipeline pipeline) {
        Sink sink = pipeline.sink();
        Set<String> topics = new HashSet<>(Set.of(sink.released(), sink.withheld()));
        if (pipeline.clock().by() == Clock.By.APPEND_TIME) {
            topics.add(pipeline.source().kafka().topic());
        }
        return topics;
    }

    /**
     * Opens the ledger in a topic.
     *
     * @param field the field of the pipeline file that names a topic that must be there; null if it may be made
     * @param copies the topics in which copies become visible, as far as they are known, and others that tell of the present
     */
    private record Place(
            Map<String, String> properties,
            String topic,
            @Nullable String field,
            Set<String> copies) implements Factory {

        private Place {
            properties = Map.copyOf(properties);
            copies = Set.copyOf(copies);
        }

        @Override
        public Ledger open(String domain, String pipeline) throws IOException {
            ClientSettings settings = LedgerSettings.of(properties);
            Admin admin = connect(settings);
            try {
                LedgerLog log = new LedgerLog(settings, admin, usable(admin));
                return open(settings, log, domain, pipeline);
            } catch (IOException | RuntimeException e) {
                admin.close(Duration.ZERO);
                throw e;
            }
        }

        private LedgerLog.Topic usable(Admin admin) throws IOException {
            LedgerTopic.Found found = field == null
                    ? LedgerTopic.requireUsable(admin, topic)
                    : LedgerTopic.requireThere(admin, topic, field);
            TransactionTopic.requireReplicated(admin);
            return new LedgerLog.Topic(topic, found, copies);
        }

        private static Ledger open(ClientSettings settings, LedgerLog log, String domain, String pipeline) {
            String pipelineName = domain + "/pipeline/" + pipeline;
            return new KafkaLedger(
                    log.admin(),
                    log,
                    new Ids(
                            new TransactionalId(settings, domain + "/domain", log),
                            new TransactionalId(settings, pipelineName, log)),
                    new Pulse(new OffsetSign(log.admin(), pipelineName, log.partition())));
        }

        private static Admin connect(ClientSettings settings) throws IOException {
            try {
                return settings.admin();
            } catch (ConfigException e) {
                throw LedgerTopic.unusable("the client properties are wrong (" + e.getMessage() + ")");
            } catch (KafkaException e) {
                throw new IOException("cannot use the brokers of the ledger", e);
            }
        }

        /** Names brokers alone: client properties may hold passwords. */
        @Override
        public String toString() {
            return "topic " + topic + " at " + Objects.toString(properties.get(ClientSettings.BROKERS));
        }
    }

    @Override
    public void read(Consumer<byte[]> records) throws IOException, InterruptedException {
        log.read(records);
    }

    @Override
    public long lastWritten() throws IOException, InterruptedException {
        return log.lastWritten();
    }

    @Override
    public boolean isAlive(Owner owner) throws IOException, InterruptedException {
        return owner.active() && pulse.isHeard(owner.number(), SILENCE_MILLIS);
    }

    @Override
    public void takeDomain() throws IOException, InterruptedException {
        ids.domain().take();
    }

    @Override
    public void takePipeline() throws IOException, InterruptedException {
        ids.pipeline().take();
    }

    @Override
    public Result writeDomain(List<DomainEntry> entries) {
        return ids.domain().write(entries);
    }

    @Override
    public void releaseDomain() {
        ids.domain().release();
    }

    @Override
    public Result writePipeline(Iterable<? extends LedgerRecord> records) {
        return ids.pipeline().write(records);
    }

    @Override
    public void showLife(long owner, Runnable replaced) throws IOException, InterruptedException {
        pulse.start(owner, replaced);
    }

    @Override
    public void close() throws IOException {
        ids.domain().release();
        ids.pipeline().release();
        try {
            pulse.close();
        } finally {
            admin.close(Duration.ZERO);
        }
    }
}
