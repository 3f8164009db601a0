package dev.weir.jobs.kafka.ledger;

import static dev.weir.jobs.kafka.ledger.CutDomain.claim;
import static dev.weir.jobs.kafka.ledger.CutDomain.declaration;
import static dev.weir.jobs.kafka.ledger.CutDomain.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.CommitStep;
import dev.weir.accountant.journal.Committer;
import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.StartRequest;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.chain.Batch;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerReadings.HandedOn;
import dev.weir.operators.state.restore.StartRefused;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Carries out the attacks that decision 0038 lists on a ledger in a topic of a real broker: those that leave the ledger alone before its start is
 * cut off and again afterwards, the others on the cut one. Each is refused with the same code, and nothing is written, hence nothing published.
 * {@code RunLedgerIT} runs some of them by the command, with its exit code.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@Timeout(600)
class CutAttacksIT {

    private final CutDomain domain;
    private final LedgerTopics topics;
    private List<JournalState> states = List.of();
    private @Nullable HandedOn handed;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    CutAttacksIT(EmbeddedBroker broker) {
        this.domain = new CutDomain(broker.address());
        this.topics = new LedgerTopics(broker.address());
    }

    /** Pipelines p and q, of which q was adopted, so that its first two days are closed; two snapshots, and batches around them. */
    private void build() throws Exception {
        List<JournalState> all = new ArrayList<>(domain.run("p", "original", domain.empty("p"), 1, 2));
        domain.run("q", "run-1", domain.empty("q"), 1);
        domain.adopt(request("q", "adoption"), domain.empty("q"), CutDomain.DAY);
        domain.snapshot();
        all.addAll(domain.run("p", "clone", all.get(all.size() - 1), 3));
        domain.snapshot();
        all.addAll(domain.run("p", "newest", all.get(all.size() - 1), 4, 5));
        states = all;
        handed = domain.handed("p", newest());
    }

    private JournalState newest() {
        return states.get(states.size() - 1);
    }

    private void cut() throws Exception {
        Path file = folder.resolve("archive");
        try (LedgerCut cut = LedgerCut.of(domain.pipeline)) {
            cut.archive(cut.look(), file);
            cut.cut(file);
        }
        assertThat(domain.start()).isPositive();
    }

    /** Requires that an attack is refused with a code, and that the ledger has as many records as before. */
    private void refused(String code, String attack, Callable<String> refusal) throws Exception {
        long end = domain.end();
        assertThat(refusal.call()).as(attack).isEqualTo(code);
        assertThat(domain.end()).as(attack).isEqualTo(end);
    }

    private String code(Callable<StartStep> start) throws Exception {
        try {
            return CutDomain.refusal(start.call()).code().name();
        } catch (RuntimeException e) {
            return StartRefused.in(e).orElseThrow(() -> e).code().name();
        }
    }

    /** Attacks by a start that reads the ledger itself, and by one that goes on from what a submission has read before the attack. */
    private void refused(String code, String attack, StartRequest request, JournalState state) throws Exception {
        refused(code, attack, () -> code(() -> domain.start(request, state)));
        refused(
                code,
                attack + ", with a reading that was handed on",
                () -> code(() -> domain.startBehind(Objects.requireNonNull(handed), request, state)));
    }

    private static StartRequest asking(Declaration declaration, Claim claim, String pipeline) {
        return new StartRequest(pipeline, "attack", declaration, claim);
    }

    private void attackBesideTheLedger() throws Exception {
        Declaration declared = declaration(1000, "user");
        Claim own = claim(400, "query-p", "cells-p");
        refused("LEDGER_AHEAD", "an old checkpoint", request("p", "attack"), states.get(states.size() - 2));
        refused("LEDGER_AHEAD", "a checkpoint older than the cut", request("p", "attack"), states.get(1));
        refused("LEDGER_AHEAD", "an empty start", request("p", "attack"), domain.empty("p"));
        refused("LEDGER_OWNED", "a run that was replaced comes back", request("p", "original"), newest());
        refused(
                "LEDGER_BUDGET",
                "a second pipeline",
                asking(declared, claim(300, "third", "c"), "r"),
                domain.empty("r"));
        refused("LEDGER_DECLARATION", "another budget", asking(declaration(2000, "user"), own, "p"), newest());
        refused("LEDGER_UNIT", "other ids of units", asking(declaration(1000, "card"), own, "p"), newest());
        refused(
                "QUERY_CHANGED",
                "another query under an old version",
                asking(declared, claim(400, "query-p", "others"), "p"),
                newest());
        refused(
                "LEDGER_QUERY",
                "another pipeline's query",
                asking(declared, claim(100, "query-p", "cells-p"), "r"),
                domain.empty("r"));
        cloneBesideARun();
    }

    /** The owner shows life; its clone is refused, and the owner writes on. */
    private void cloneBesideARun() throws Exception {
        try (Ledger owner = domain.open("p")) {
            long number = domain.report().view().pipeline("p").owner().number();
            owner.showLife(number, () -> {});
            refused("LEDGER_OWNED", "a clone beside the running job", request("p", "attack"), newest());
        }
    }

    @Test
    void every_attack_is_refused_with_its_code_before_a_cut_and_after_it() throws Exception {
        build();
        attackBesideTheLedger();
        cut();
        attackBesideTheLedger();
        handed = domain.handed("p", newest());
        attackBesideTheLedger();
        closedPeriod();
        List<byte[]> left = records();
        secondOwner(left);
        withoutItsEnd(left);
        withADestroyedRecord(left);
        headTruncatedFurther(left);
        anotherTopic(left);
        madeAgain();
    }

    /** The adoption that closed the period is cut off. */
    private void closedPeriod() throws Exception {
        try (Ledger owner = domain.open("q")) {
            StartStep.Go go = (StartStep.Go) domain.start(owner, request("q", "next"), domain.empty("q"));
            Committer committer = Committer.of("q", go.resumePoint());
            Batch batch = CutDomain.batch("q", committer.state().last(), CutDomain.rows(domain.name, "q", 7), 7);
            refused("LEDGER_CLOSED", "a release about a closed period", () -> ((CommitStep.Stop)
                            committer.closed(batch, 1).completed(1).nextOfLedger())
                    .refusal()
                    .code()
                    .name());
        }
    }

    /** The owner that was fenced cannot write. Where brokers let its batch through, the number of its ownership breaks the ledger. */
    private void secondOwner(List<byte[]> left) throws Exception {
        try (Ledger fenced = domain.open("p");
                Ledger next = domain.open("p")) {
            fenced.takePipeline();
            long owner = domain.report().view().pipeline("p").owner().number();
            next.takePipeline();
            List<byte[]> rows = CutDomain.rows(domain.name, "p", 6);
            Batch batch = CutDomain.batch("p", newest().last(), rows, 6);
            List<LedgerRecord> records = CutDomain.records(new BatchSeal("p", owner - 1, batch), rows);
            assertThat(fenced.writePipeline(records)).isEqualTo(Ledger.Result.FENCED);
            List<byte[]> all = new ArrayList<>(left);
            records.forEach(record -> all.add(LedgerBytes.encode(record)));
            domain.rebuild(all);
        }
        refused("LEDGER_BROKEN", "a second owner that writes", request("p", "attack"), newest());
    }

    private List<byte[]> records() throws Exception {
        List<byte[]> records = new ArrayList<>();
        try (Ledger ledger = domain.open("reader")) {
            ledger.read(LedgerRecords.of(records::add, () -> {}));
        }
        return records;
    }

    /** The last batch of p is missing, which the state knows; the newest entry, which the register knows, is there. */
    private void withoutItsEnd(List<byte[]> left) throws Exception {
        List<byte[]> lost = new ArrayList<>(left);
        lost.subList(left.size() - 3, left.size() - 1).clear();
        domain.rebuild(lost);
        refused("LEDGER_BEHIND", "the end truncated", request("p", "attack"), newest());
        domain.rebuild(left.subList(0, left.size() - 1));
        refused("LEDGER_BEHIND", "the newest entry truncated", request("p", "attack"), newest());
    }

    /** What stands for the cut records is their barrier and its snapshot. */
    private void withADestroyedRecord(List<byte[]> left) throws Exception {
        for (int at : List.of(0, 1, left.size() - 4)) {
            List<byte[]> destroyed = new ArrayList<>(left);
            destroyed.set(at, new byte[] {42});
            domain.rebuild(destroyed);
            refused(
                    at < 2 ? "LEDGER_BEHIND" : "LEDGER_BROKEN",
                    "record " + at + " destroyed",
                    request("p", "attack"),
                    newest());
        }
    }

    private void headTruncatedFurther(List<byte[]> left) throws Exception {
        int second = barriers(left).get(1);
        for (int cut : List.of(1, second, second + 1)) {
            domain.rebuild(left.subList(cut, left.size()));
            refused("LEDGER_BEHIND", "the head truncated", request("p", "attack"), newest());
        }
    }

    private static List<Integer> barriers(List<byte[]> records) {
        return IntStream.range(0, records.size())
                .filter(at -> LedgerBytes.decode(records.get(at)).orElse(null) instanceof DomainEntry entry
                        && entry.event() instanceof Barrier)
                .boxed()
                .toList();
    }

    /** A whole copy of what is left, in a topic that begins at its first record. */
    private void anotherTopic(List<byte[]> left) throws Exception {
        topics.delete(domain.topic);
        topics.records(domain.topic);
        topics.append(domain.topic, left);
        refused("LEDGER_BROKEN", "a copy that begins at its first record", request("p", "attack"), newest());
    }

    private void madeAgain() throws Exception {
        topics.delete(domain.topic);
        topics.records(domain.topic);
        refused("LEDGER_BEHIND", "a topic that was made again", request("p", "attack"), domain.empty("p"));
    }

    /** No owner lives that could write behind the part, so a copy is the only remedy. */
    @Test
    void a_ledger_that_ends_with_a_part_of_a_snapshot_by_a_stranger_is_mended_by_a_copy_without_it() throws Exception {
        build();
        long offset = domain.end();
        long next = domain.report().view().tip().sequence() + 1;
        SnapshotPart part = new SnapshotPart(next, 0, SnapshotPart.Content.LEDGER, new byte[] {1});
        topics.append(domain.topic, List.of(LedgerBytes.encode(part)));
        refused("LEDGER_BROKEN", "a stranger's part", request("q", "attack"), domain.empty("q"));
        String to = domain.topic + "-2";
        try (LedgerCopy copy = LedgerCopy.of(domain.pipeline, new LedgerCopy.Target(Set.of(offset), to, List.of()))) {
            assertThat(copy.write()).isEqualTo(records().size() - 1L);
        }
        try (Ledger ledger = domain.place(to).open(domain.name, "p")) {
            assertThat(domain.start(ledger, request("p", "mended"), newest())).isInstanceOf(StartStep.Go.class);
        }
    }
}
