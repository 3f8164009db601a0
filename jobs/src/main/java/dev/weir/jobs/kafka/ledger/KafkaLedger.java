package dev.weir.jobs.kafka.ledger;

import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.LedgerSettings;
import dev.weir.jobs.kafka.ledger.log.LedgerLog;
import dev.weir.jobs.kafka.ledger.log.LedgerWatch;
import dev.weir.jobs.kafka.ledger.log.TransactionalId;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.OwnerHeartbeat;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

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
 * <p>The settings of the topic that this rests on are looked at whenever the ledger is opened ({@code LedgerTopic}). A domain has one
 * ledger on its brokers: {@link DomainGuard} refuses every other one.
 *
 * <p><b>Settings.</b> Of the client properties, {@code transaction.timeout.ms} (here 15 s unless given) is how long a batch may
 * take to be written, and how long a start may have to wait for a transaction of a process that is gone.
 */
public final class KafkaLedger implements Ledger {

    private final LedgerParts parts;
    private final Ids ids;
    private final OwnerHeartbeat heartbeat;
    private final LedgerWatch watch;

    /** The two ids of a ledger. */
    private record Ids(TransactionalId domain, TransactionalId pipeline) {}

    /** Opens the ledger in a topic. */
    private record Place(KafkaLedgerPlace topic) implements Factory {

        @Override
        public Ledger look(String domain, String pipeline) throws IOException {
            KafkaLedgerPlace looked = topic.toLook();
            return looked.isMissing(domain) ? LedgerAccess.empty() : new Place(looked).open(domain, pipeline);
        }

        @Override
        public KafkaLedger open(String domain, String pipeline) throws IOException {
            return new KafkaLedger(topic.open(domain), domain, pipeline);
        }

        @Override
        public String toString() {
            return topic.toString();
        }
    }

    private KafkaLedger(LedgerParts parts, String domain, String pipeline) {
        LedgerLog records = parts.records();
        this.parts = parts;
        this.ids = new Ids(
                new TransactionalId(records.settings(), domain + "/domain", records),
                new TransactionalId(records.settings(), OwnerLiveness.name(domain, pipeline), records));
        this.heartbeat = parts.owners().heartbeat(pipeline);
        this.watch = new LedgerWatch(records);
    }

    /**
     * The ledger in a topic. All pipelines of a domain name the same one; each domain has one of its own, and is refused with another
     * one once it has started on these brokers.
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
     * The ledger in a topic, for client properties in a map.
     *
     * @param properties client properties; {@code bootstrap.servers} must be among them
     * @param topic the topic's name; it is made if it is missing
     * @throws IllegalArgumentException if the brokers are not named
     */
    public static Factory of(Map<String, String> properties, String topic) {
        if (!properties.containsKey(ClientSettings.BROKERS)) {
            throw new IllegalArgumentException("properties must hold " + ClientSettings.BROKERS);
        }
        return new Place(new KafkaLedgerPlace(properties, topic, LedgerOpening.START, SharedTopics.NONE));
    }

    /**
     * The access to the ledger of a pipeline's domain.
     *
     * @param pipeline the pipeline; the topic of its ledger is on the brokers of its source
     */
    public static LedgerAccess access(Pipeline pipeline) {
        return access(pipeline, LedgerOpening.START);
    }

    /**
     * The access to the ledger of a pipeline's domain for the adoption of a state. A missing topic is not made, but
     * refused by its field's name.
     *
     * @param pipeline the pipeline; the topic of its ledger is on the brokers of its source
     */
    public static LedgerAccess existing(Pipeline pipeline) {
        return access(pipeline, LedgerOpening.EXISTING);
    }

    /**
     * The ledger of a pipeline's domain for a reader. It can be read even if it has lost its end ({@link #lost}). No
     * topic is made, and the domain's chain cannot be written.
     *
     * @param pipeline the pipeline; the topic of its ledger is on the brokers of its source
     * @throws IOException if the brokers cannot be reached
     */
    public static KafkaLedger shown(Pipeline pipeline) throws IOException {
        return shown(pipeline, pipeline.name());
    }

    /**
     * The longest time that a start may wait for the ledger if brokers answer. It waits for a transaction that a killed
     * process has left open, as long as one may take and until the brokers look for such ones again; and for the sign
     * of life of an owner that is gone.
     *
     * @param pipeline the pipeline; the topic of its ledger is on the brokers of its source
     */
    public static Duration longestWait(Pipeline pipeline) {
        ClientSettings client = LedgerSettings.of(pipeline.source().kafka());
        return Duration.ofMillis(LedgerSettings.timeoutMillis(client)
                + LedgerSettings.ABORT_INTERVAL_MILLIS
                + OwnerLiveness.SILENCE_MILLIS);
    }

    static KafkaLedger shown(Pipeline pipeline, String name) throws IOException {
        return place(pipeline, LedgerOpening.SHOWN).open(pipeline.plan().domain(), name);
    }

    private static LedgerAccess access(Pipeline pipeline, LedgerOpening opening) {
        return new LedgerAccess(
                place(pipeline, opening),
                pipeline.name(),
                pipeline.domainBudget(),
                pipeline.sink().released());
    }

    private static Place place(Pipeline pipeline, LedgerOpening opening) {
        ClientSettings client = ClientSettings.of(pipeline.source().kafka());
        return new Place(
                new KafkaLedgerPlace(client.asMap(), pipeline.sink().ledger(), opening, SharedTopics.of(pipeline)));
    }

    @Override
    public void read(LedgerRecords records) throws IOException, InterruptedException {
        DomainGuard.Reading reading = parts.guard().reading(records);
        parts.records().read(reading);
        reading.requireEntry();
    }

    /**
     * Which owners of the domain's pipelines are alive; empty if the brokers do not say. It may take some seconds.
     *
     * @param owners the latest owner of each pipeline, by name
     */
    public Map<String, Boolean> alive(Map<String, Owner> owners) throws InterruptedException {
        return parts.owners().look(owners);
    }

    /**
     * The entry that the brokers know of and the newest reading has not found, in one line; empty unless the ledger is
     * only shown.
     */
    public Optional<String> lost() {
        return parts.guard().lost();
    }

    @Override
    public long lastWritten() throws IOException, InterruptedException {
        return parts.records().lastWritten();
    }

    @Override
    public boolean isAlive(Owner owner) throws IOException, InterruptedException {
        return owner.active() && heartbeat.isHeard(owner.number(), OwnerLiveness.SILENCE_MILLIS);
    }

    @Override
    public void takeDomain() throws IOException, InterruptedException {
        parts.guard().requireRegister();
        ids.domain().take();
    }

    @Override
    public void takePipeline() throws IOException, InterruptedException {
        ids.pipeline().take();
    }

    @Override
    public Result writeDomain(List<DomainEntry> entries) {
        ChainTip newest = entries.get(entries.size() - 1).tip();
        return ids.domain().write(entries, List.of(parts.guard().message(newest)));
    }

    @Override
    public void releaseDomain() {
        ids.domain().release();
    }

    @Override
    public Result writePipeline(Iterable<? extends LedgerRecord> records) {
        return ids.pipeline().write(records, List.of());
    }

    @Override
    public void showLife(long owner, Runnable replaced) throws IOException, InterruptedException {
        heartbeat.start(owner, replaced);
    }

    @Override
    public void watch(IntConsumer foreign) {
        watch.start(foreign);
    }

    @Override
    public void close() throws IOException {
        watch.close();
        ids.domain().release();
        ids.pipeline().release();
        try {
            heartbeat.close();
        } finally {
            parts.records().admin().close(Duration.ZERO);
        }
    }
}
