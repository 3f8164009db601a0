package dev.weir.jobs.kafka.ledger;

import dev.weir.accountant.journal.CommitStep;
import dev.weir.accountant.journal.Committer;
import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Refusal;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartRequest;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.audit.LedgerAudit.Report;
import dev.weir.accountant.journal.chain.Batch;
import dev.weir.accountant.journal.chain.BatchDigest;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.journal.chain.Span;
import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.journal.meaning.UnitField;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerReadings;
import dev.weir.operators.ledger.LedgerReadings.HandedOn;
import dev.weir.operators.ledger.LedgerStart;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;

/** A domain whose ledger is written by the protocol of starts and batches, and can have its start cut off. */
final class CutDomain {

    static final long HOUR = 3_600_000;
    static final long DAY = 24 * HOUR;

    final String brokers;
    final String name = "cut-" + UUID.randomUUID();
    final Pipeline pipeline;
    final String topic;

    CutDomain(String brokers) {
        this.brokers = brokers;
        this.pipeline = Pipelines.ofDomain(name, "p", brokers, "input-" + name);
        this.topic = pipeline.sink().ledger();
    }

    static Amount milli(long epsilon) {
        return new Amount(Currency.EPSILON, epsilon * 1_000_000_000_000L);
    }

    /** 1 &epsilon; for each user and day, whose ids are those of the field "user". */
    static Declaration declaration(long budget, String field) {
        return new Declaration(PrivacyUnit.USER_PER_DAY, milli(budget), Delta.ZERO).with(new UnitField(field, "text"));
    }

    /** A claim on 0.4 &epsilon; from the first day on, for one query. */
    static Claim claim(long share, String query, String cells) {
        QueryTerms terms = new QueryTerms(query, milli(5000), DAY, new QueryMeaning(1, cells, "keys", 1));
        return new Claim(0, milli(share), Delta.ZERO, List.of(terms), "released", List.of(), Delta.ZERO, Map.of());
    }

    static StartRequest request(String pipeline, String run) {
        return new StartRequest(
                pipeline, run, declaration(1000, "user"), claim(400, "query-" + pipeline, "cells-" + pipeline));
    }

    Ledger.Factory place(String of) {
        return KafkaLedger.of(Map.of("bootstrap.servers", brokers), of);
    }

    Ledger open(String of) throws Exception {
        return place(topic).open(name, of);
    }

    JournalState empty(String of) {
        return JournalState.empty(name, of);
    }

    /** Starts a run to the end of the protocol. */
    StartStep start(StartRequest request, JournalState state) throws Exception {
        try (Ledger ledger = open(request.pipeline())) {
            return start(ledger, request, state);
        }
    }

    /** Starts a run that goes on from what was read before. */
    StartStep startBehind(HandedOn read, StartRequest request, JournalState state) throws Exception {
        try (Ledger ledger = open(request.pipeline())) {
            LedgerStart.Place where = new LedgerStart.Place(name, request.pipeline(), request.run());
            return new LedgerStart(ledger, where, Start.of(request, state), read).drive();
        }
    }

    /** Reads the ledger as the submission of a job does. */
    HandedOn handed(String of, JournalState state) throws Exception {
        try (Ledger ledger = open(of)) {
            LedgerReadings readings = new LedgerReadings(ledger, name);
            readings.read(state.wantedDigests(of));
            return readings.handOn().orElseThrow();
        }
    }

    StartStep start(Ledger ledger, StartRequest request, JournalState state) throws Exception {
        LedgerStart.Place where = new LedgerStart.Place(name, request.pipeline(), request.run());
        return new LedgerStart(ledger, where, Start.of(request, state)).drive();
    }

    /** Decides that the pipeline goes on from a state, and closes everything up to a clock. */
    StartStep adopt(StartRequest request, JournalState state, long clock) throws Exception {
        try (Ledger ledger = open(request.pipeline())) {
            LedgerStart.Place where = new LedgerStart.Place(name, request.pipeline(), request.run());
            return new LedgerStart(ledger, where, Start.adopting(request, state, clock)).drive();
        }
    }

    /** Returns the rows of a batch about one hour. */
    static List<byte[]> rows(String domain, String pipeline, long hour) {
        String release = domain + "/query-" + pipeline + "/1/key/" + hour * HOUR;
        return List.of(LedgerBytes.encode(new LedgerRow(
                LedgerRow.Kind.RELEASED,
                release,
                "query-" + pipeline,
                "key",
                (hour - 1) * HOUR,
                hour * HOUR,
                milli(10).femto(),
                "{}".getBytes(StandardCharsets.UTF_8))));
    }

    static Batch batch(String pipeline, ChainTip before, List<byte[]> rows, long hour) {
        BatchDigest digest = new BatchDigest(pipeline, before);
        rows.forEach(digest::add);
        return digest.close(Span.of((hour - 1) * HOUR, hour * HOUR));
    }

    /** Returns the records of a batch with its seal. */
    static List<LedgerRecord> records(BatchSeal seal, List<byte[]> rows) {
        List<LedgerRecord> records = new ArrayList<>();
        rows.forEach(
                row -> records.add(new RowEntry(seal.pipeline(), seal.batch().sequence(), records.size(), row)));
        records.add(seal);
        return records;
    }

    /** Starts a run, which publishes a batch about each of some hours, and returns its states, the oldest first. */
    List<JournalState> run(String of, String run, JournalState from, long... hours) throws Exception {
        try (Ledger owner = open(of)) {
            StartStep.Go go = (StartStep.Go) start(owner, request(of, run), from);
            return publish(owner, Committer.of(of, go.resumePoint()), of, hours);
        }
    }

    /** Publishes a batch about each of some hours, and returns the states before and after each. */
    List<JournalState> publish(Ledger owner, Committer from, String of, long... hours) throws Exception {
        Committer committer = from;
        List<JournalState> states = new ArrayList<>(List.of(committer.state()));
        for (long hour : hours) {
            List<byte[]> rows = rows(name, of, hour);
            committer = committer
                    .closed(batch(of, committer.state().last(), rows, hour), hour)
                    .completed(hour);
            BatchSeal seal = ((CommitStep.Write) committer.nextOfLedger()).seal();
            if (owner.writePipeline(records(seal, rows)) != Ledger.Result.WRITTEN) {
                throw new IllegalStateException("not written");
            }
            committer = committer.written().published();
            states.add(committer.state());
        }
        return states;
    }

    void snapshot() throws Exception {
        WrittenSnapshots.write(brokers, name, topic);
    }

    Report report() throws Exception {
        LedgerAudit audit = new LedgerAudit(name);
        try (Ledger ledger = open("reader")) {
            ledger.read(audit);
        }
        return audit.report();
    }

    static Refusal refusal(StartStep step) {
        return ((StartStep.Refused) step).refusal();
    }

    long start() throws Exception {
        return offset(OffsetSpec.earliest());
    }

    long end() throws Exception {
        return offset(OffsetSpec.latest());
    }

    private long offset(OffsetSpec of) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
            TopicPartition partition = new TopicPartition(topic, 0);
            return admin.listOffsets(Map.of(partition, of))
                    .partitionResult(partition)
                    .get()
                    .offset();
        }
    }

    void deleteBefore(long offset) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
            admin.deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(offset)))
                    .all()
                    .get();
        }
    }

    /** Makes the topic again with other records, behind as many bytes of no record as it had before and that are deleted at once. */
    void rebuild(List<byte[]> records) throws Exception {
        LedgerTopics topics = new LedgerTopics(brokers);
        topics.delete(topic);
        topics.records(topic);
        topics.append(topic, List.of(new byte[] {42}));
        deleteBefore(1);
        topics.append(topic, records);
    }
}
