package dev.weir.jobs.kafka.ledger;

import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kafka.client.ClientSettings;
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
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A ledger in a private Kafka topic of one partition. The topic is never compacted, and deletes no record by age or size.
 *
 * <p><b>Why it keeps the guarantees of {@link Ledger}.</b> The partition is the log, and its offsets are the order. A
 * transaction of the ledger is a Kafka transaction, and readers see committed records only ({@link LedgerLog} explains why
 * they see whole transactions). Every write is acknowledged by all replicas in sync. The two ids are transactional ids,
 * {@code DOMAIN/domain} and {@code DOMAIN/pipeline/NAME}. A domain has no slash in its name, so no two ids are equal. A
 * process that takes an id gets a new epoch of it. Before the brokers answer, they abort the transaction that the earlier
 * holder has begun, or complete the commit that it has requested. From then on they refuse every request with an older epoch
 * (KIP-98). {@link TransactionalId} explains each failure.
 *
 * <p>The required settings of the topic are checked whenever the ledger is opened ({@code LedgerTopic}). A domain has one
 * ledger on its brokers: {@link DomainGuard} refuses every other one.
 *
 * <p><b>Settings.</b> The client property {@code transaction.timeout.ms} (15 s unless given) bounds how long the writing of a
 * batch may take, and how long a start may have to wait for a transaction of a dead process.
 */
public final class KafkaLedger implements Ledger {

    /**
     * The number of batches of a domain after which a job writes a snapshot of its ledger. A build with another number goes on from the
     * snapshots that are there; a larger one has starts read more, a smaller one writes more.
     */
    public static final long BATCHES_A_SNAPSHOT = 1000;

    private final LedgerParts parts;
    private final Ids ids;
    private final OwnerHeartbeat heartbeat;
    private final LedgerWatch watch;
    private final KafkaReadings readings;

    /** The transactional ids of the domain and of the pipeline. */
    private record Ids(TransactionalId domain, TransactionalId pipeline) {}

    /** Opens ledgers in one topic. */
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
        this.readings = new KafkaReadings(records, parts.guard());
    }

    /**
     * Returns the factory of the ledger in a topic. All pipelines of a domain must name the same topic, and each domain needs
     * its own. Once the domain has started on these brokers, a start with another topic is refused.
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
     * Returns the factory of the ledger in a topic, for client properties in a map.
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
     * Returns the access to the ledger of a pipeline's domain.
     *
     * @param pipeline the pipeline; the topic of its ledger is on the brokers of its source
     */
    public static LedgerAccess access(Pipeline pipeline) {
        return access(pipeline, LedgerOpening.START);
    }

    /**
     * Returns the access to the ledger of a pipeline's domain for the adoption of a state. A missing topic is not made: the
     * refusal names the field of the pipeline file.
     *
     * @param pipeline the pipeline; the topic of its ledger is on the brokers of its source
     */
    public static LedgerAccess existing(Pipeline pipeline) {
        return access(pipeline, LedgerOpening.EXISTING);
    }

    /**
     * Opens the ledger of a pipeline's domain for a reader. A ledger that has lost its end can be read too ({@link #lost}).
     * No topic is made, and the domain's chain cannot be written.
     *
     * @param pipeline the pipeline; the topic of its ledger is on the brokers of its source
     * @throws IOException if the brokers cannot be reached
     */
    public static KafkaLedger shown(Pipeline pipeline) throws IOException {
        return shown(pipeline, pipeline.name());
    }

    static KafkaLedger shown(Pipeline pipeline, String name) throws IOException {
        return place(pipeline, LedgerOpening.SHOWN).open(pipeline.plan().domain(), name);
    }

    /** Opens the existing ledger of a pipeline's domain for an operator's decision about it. */
    static KafkaLedger decided(Pipeline pipeline) throws IOException {
        return place(pipeline, LedgerOpening.EXISTING).open(pipeline.plan().domain(), pipeline.name());
    }

    LedgerLog log() {
        return parts.records();
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
        readings.read(records);
    }

    @Override
    public boolean readOn(LedgerRecords records) throws IOException, InterruptedException {
        return readings.readOn(records);
    }

    @Override
    public Optional<byte[]> reached(LedgerRecords records) {
        return readings.reached(records);
    }

    @Override
    public boolean readBehind(byte[] place, LedgerRecords records) throws IOException, InterruptedException {
        return readings.readBehind(place, records);
    }

    @Override
    public boolean readFromSnapshot(LedgerRecords records) throws IOException, InterruptedException {
        return readings.readFromSnapshot(records);
    }

    /**
     * Asks which owners of the domain's pipelines are alive. The result has no value for a pipeline about which the brokers
     * do not answer. The call may take some seconds.
     *
     * @param owners the latest owner of each pipeline, by the pipeline's name
     */
    public Map<String, Boolean> alive(Map<String, Owner> owners) throws InterruptedException {
        return parts.owners().look(owners);
    }

    /**
     * Names, in one line, the entry that is in the register of domains and that the newest reading did not find. Empty if no
     * entry is missing, and always empty unless the ledger is only shown.
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
        Optional<ProducerRecord<byte[], byte[]>> claim = parts.guard().claim();
        if (claim.isPresent() && ids.domain().write(List.of(), List.of(claim.get())) == Result.UNKNOWN) {
            throw new IOException("no answer to the claim of " + parts.records().partition());
        }
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
    public long batchesASnapshot() {
        return BATCHES_A_SNAPSHOT;
    }

    @Override
    public Result writeSnapshot(List<LedgerRecord> records) {
        DomainEntry entry = (DomainEntry) records.get(0);
        return ids.domain().write(records, List.of(parts.guard().snapshotMessage(entry)));
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
