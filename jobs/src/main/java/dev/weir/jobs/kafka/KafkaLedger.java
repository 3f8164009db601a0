package dev.weir.jobs.kafka;

import dev.weir.accountant.journal.audit.LedgerRecords;
import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.Pulse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
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
 * <p>The settings of the topic that this rests on are looked at whenever the ledger is opened ({@link LedgerTopic}). A domain has one
 * ledger on its brokers: {@link DomainGuard} refuses every other one.
 *
 * <p><b>Settings.</b> Of the client properties, {@code transaction.timeout.ms} (here 15 s unless given) is how long a batch may
 * take to be written, and how long a start may have to wait for a transaction of a process that is gone.
 */
public final class KafkaLedger implements Ledger {

    private final Admin admin;
    private final Log log;
    private final Ids ids;
    private final Pulse pulse;
    private final LedgerWatch watch;

    /** Where records are, and which of them must be there. */
    private record Log(LedgerLog records, DomainGuard guard, LivingOwners owners) {}

    /** The two ids of a ledger. */
    private record Ids(TransactionalId domain, TransactionalId pipeline) {}

    private KafkaLedger(Admin admin, Log log, Ids ids, Pulse pulse) {
        this.admin = admin;
        this.log = log;
        this.ids = ids;
        this.pulse = pulse;
        this.watch = new LedgerWatch(log.records());
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
     * The same with client properties in a map.
     *
     * @throws IllegalArgumentException if the brokers are not named
     */
    public static Factory of(Map<String, String> properties, String topic) {
        if (!properties.containsKey(ClientSettings.BROKERS)) {
            throw new IllegalArgumentException("properties must hold " + ClientSettings.BROKERS);
        }
        return new Place(properties, topic, Opening.START, SharedTopics.NONE);
    }

    /**
     * The ledger of a pipeline's domain, and as what the pipeline presents itself there.
     *
     * @param pipeline whose topic of the ledger is on the brokers of its source
     */
    public static LedgerAccess access(Pipeline pipeline) {
        return access(pipeline, Opening.START);
    }

    /**
     * The same for who adopts a state: the topic is not made, and refused by its field's name if it is missing.
     *
     * @param pipeline whose topic of the ledger is on the brokers of its source
     */
    public static LedgerAccess existing(Pipeline pipeline) {
        return access(pipeline, Opening.EXISTING);
    }

    /**
     * The ledger of a pipeline's domain for who only looks: it is shown even if it has lost its end ({@link #lost}). Nothing is made, and the
     * domain's chain cannot be written.
     *
     * @param pipeline whose topic of the ledger is on the brokers of its source
     * @throws IOException if the brokers cannot be reached
     */
    public static KafkaLedger shown(Pipeline pipeline) throws IOException {
        return shown(pipeline, pipeline.name());
    }

    /** The same as another pipeline of the domain sees it. */
    static KafkaLedger shown(Pipeline pipeline, String name) throws IOException {
        return place(pipeline, Opening.SHOWN).open(pipeline.plan().domain(), name);
    }

    /** What a ledger is opened for. */
    private enum Opening {
        START,
        LOOK,
        EXISTING,
        SHOWN;

        /** The field of the pipeline file that names a topic that must be there; null if it may be made. */
        @Nullable String field() {
            return this == START ? null : "sink.kafka.ledger";
        }
    }

    private static LedgerAccess access(Pipeline pipeline, Opening opening) {
        return new LedgerAccess(
                place(pipeline, opening),
                pipeline.name(),
                pipeline.domainBudget(),
                pipeline.sink().released());
    }

    private static Place place(Pipeline pipeline, Opening opening) {
        ClientSettings client = ClientSettings.of(pipeline.source().kafka());
        return new Place(client.asMap(), pipeline.sink().ledger(), opening, SharedTopics.of(pipeline));
    }

    /**
     * Opens the ledger in a topic.
     *
     * @param opening what for
     * @param shared the other topics of the pipeline
     */
    private record Place(Map<String, String> properties, String topic, Opening opening, SharedTopics shared)
            implements Factory {

        private Place {
            properties = Map.copyOf(properties);
        }

        /** Everything that is refused of the brokers is refused here, too. */
        @Override
        public Ledger look(String domain, String pipeline) throws IOException {
            Place looking = opening == Opening.START ? new Place(properties, topic, Opening.LOOK, shared) : this;
            return looking.isMissing(domain) ? LedgerAccess.empty() : looking.open(domain, pipeline);
        }

        private boolean isMissing(String domain) throws IOException {
            if (opening != Opening.LOOK) {
                return false;
            }
            ClientSettings settings = LedgerSettings.of(properties);
            Admin admin = connect(settings);
            try {
                guard(settings, admin, domain);
                TransactionTopic.requireReplicated(admin);
                return !LedgerTopic.isThere(admin, topic);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while looking at topic " + topic, e);
            } finally {
                admin.close(Duration.ZERO);
            }
        }

        @Override
        public KafkaLedger open(String domain, String pipeline) throws IOException {
            ClientSettings settings = LedgerSettings.of(properties);
            Admin admin = connect(settings);
            try {
                DomainGuard guard = guard(settings, admin, domain);
                LedgerLog records = new LedgerLog(settings, admin, usable(admin));
                LivingOwners owners = new LivingOwners(admin, domain, records.partition());
                return open(settings, new Log(records, guard, owners), domain, pipeline);
            } catch (IOException | RuntimeException e) {
                admin.close(Duration.ZERO);
                throw e;
            }
        }

        /** A topic that the domain must not have is refused before it is made. */
        private DomainGuard guard(ClientSettings settings, Admin admin, String domain) throws IOException {
            DomainGuard.Place place = new DomainGuard.Place(domain, topic, shared.inputs(), opening == Opening.SHOWN);
            DomainRegister register = opening == Opening.START
                    ? DomainRegister.open(settings, admin)
                    : DomainRegister.looking(settings, admin);
            DomainGuard guard = new DomainGuard(register, place);
            guard.requireTopic(admin);
            return guard;
        }

        private LedgerLog.Topic usable(Admin admin) throws IOException {
            String field = opening.field();
            LedgerTopic.Found found = field == null
                    ? LedgerTopic.requireUsable(admin, topic)
                    : LedgerTopic.requireThere(admin, topic, field);
            TransactionTopic.requireReplicated(admin);
            return new LedgerLog.Topic(topic, found, shared.clocks());
        }

        private static KafkaLedger open(ClientSettings settings, Log log, String domain, String pipeline) {
            LedgerLog records = log.records();
            return new KafkaLedger(
                    records.admin(),
                    log,
                    new Ids(
                            new TransactionalId(settings, domain + "/domain", records),
                            new TransactionalId(settings, LivingOwners.name(domain, pipeline), records)),
                    log.owners().pulse(pipeline));
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
    public void read(LedgerRecords records) throws IOException, InterruptedException {
        DomainGuard.Reading reading = log.guard().reading(records);
        log.records().read(reading);
        reading.requireEntry();
    }

    /** Which owners of pipelines of the domain are alive; nothing where the brokers do not say. May take some seconds. */
    public Map<String, Boolean> alive(Map<String, Owner> owners) throws InterruptedException {
        return log.owners().look(owners);
    }

    /** What the brokers know of and the newest reading has not found, in one line; empty unless the ledger is only shown. */
    public Optional<String> lost() {
        return log.guard().lost();
    }

    @Override
    public long lastWritten() throws IOException, InterruptedException {
        return log.records().lastWritten();
    }

    @Override
    public boolean isAlive(Owner owner) throws IOException, InterruptedException {
        return owner.active() && pulse.isHeard(owner.number(), LivingOwners.SILENCE_MILLIS);
    }

    @Override
    public void takeDomain() throws IOException, InterruptedException {
        log.guard().requireRegister();
        ids.domain().take();
    }

    @Override
    public void takePipeline() throws IOException, InterruptedException {
        ids.pipeline().take();
    }

    @Override
    public Result writeDomain(List<DomainEntry> entries) {
        ChainTip newest = entries.get(entries.size() - 1).tip();
        return ids.domain().write(entries, List.of(log.guard().message(newest)));
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
        pulse.start(owner, replaced);
    }

    @Override
    public void watch(Runnable foreign) {
        watch.start(foreign);
    }

    @Override
    public void close() throws IOException {
        watch.close();
        ids.domain().release();
        ids.pipeline().release();
        try {
            pulse.close();
        } finally {
            admin.close(Duration.ZERO);
        }
    }
}
