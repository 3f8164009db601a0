package dev.weir.jobs.kafka.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.Committer;
import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.audit.LedgerAudit.Report;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.archive.CutPlace.Place;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.jobs.kafka.ledger.LedgerCut.Moment;
import dev.weir.operators.ledger.Ledger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a ledger in a topic of a real broker can be archived and cut, beside what runs, and by processes that are killed. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@Timeout(600)
class LedgerCutIT {

    private final CutDomain domain;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    LedgerCutIT(EmbeddedBroker broker) {
        this.domain = new CutDomain(broker.address());
    }

    /** A kill when a moment comes for the n-th time. */
    private record Kill(Moment moment, int time) {}

    /** Every moment of both commands, in their order: only the last one comes behind the cut itself. */
    private static final List<Kill> KILLS = List.of(
            new Kill(Moment.FOUND, 1),
            new Kill(Moment.CREATED, 1),
            new Kill(Moment.RECORD, 1),
            new Kill(Moment.RECORD, 2),
            new Kill(Moment.RECORD, 7),
            new Kill(Moment.WRITTEN, 1),
            new Kill(Moment.FINISHED, 1),
            new Kill(Moment.PROVEN, 1),
            new Kill(Moment.PROVEN, 2),
            new Kill(Moment.TAKEN, 1),
            new Kill(Moment.DELETED, 1));

    /** The failure by which a test ends the work, as a kill would: nothing is done about it. */
    private static final class Killed extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    /** Two pipelines with batches before, between and behind two snapshots. */
    private List<JournalState> twoSnapshots() throws Exception {
        List<JournalState> p = new ArrayList<>(domain.run("p", "run-1", domain.empty("p"), 1, 2));
        List<JournalState> q = domain.run("q", "run-1", domain.empty("q"), 1);
        domain.snapshot();
        p.addAll(domain.run("p", "run-2", p.get(p.size() - 1), 3));
        domain.snapshot();
        p.addAll(domain.run("p", "run-3", p.get(p.size() - 1), 4));
        assertThat(q).hasSize(2);
        return p;
    }

    private void archive(Path file) throws Exception {
        try (LedgerCut cut = LedgerCut.of(domain.pipeline)) {
            cut.archive(cut.look(), file);
        }
    }

    private void cut(Path file) throws Exception {
        try (LedgerCut cut = LedgerCut.of(domain.pipeline)) {
            cut.cut(file);
        }
    }

    @Test
    void a_cut_ledger_says_what_the_whole_one_said_and_its_pipelines_go_on() throws Exception {
        List<JournalState> states = twoSnapshots();
        Report before = domain.report();
        Path file = folder.resolve("archive");
        try (LedgerCut cut = LedgerCut.of(domain.pipeline)) {
            Place place = cut.look();
            assertThat(place.from()).isZero();
            assertThat(place.records()).isEqualTo(9);
            cut.archive(place, file);
        }
        assertThat(domain.start()).as("an archive deletes nothing").isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        cut(file);
        assertThat(domain.start()).isPositive();
        Report after = domain.report();
        assertThat(after.view()).isEqualTo(before.view());
        assertThat(after.charges()).isEqualTo(before.charges());
        assertThat(isMissingForAnEarlierBuild()).isTrue();
        domain.run("p", "run-4", states.get(states.size() - 1), 5);
        assertThat(domain.report().view().pipeline("p").tip().sequence()).isEqualTo(5);
        assertThat(domain.report().view().broken()).isEmpty();
    }

    /** A reader of an earlier build knows only that records are missing, which breaks a ledger at once. */
    private boolean isMissingForAnEarlierBuild() throws Exception {
        AtomicBoolean missing = new AtomicBoolean();
        try (Ledger ledger = domain.open("reader")) {
            ledger.read(LedgerRecords.of(bytes -> {}, () -> missing.set(true)));
        }
        return missing.get();
    }

    @Test
    void a_ledger_without_two_snapshots_is_not_cut_and_its_line_says_so() throws Exception {
        domain.run("p", "run-1", domain.empty("p"), 1);
        domain.snapshot();
        try (LedgerCut cut = LedgerCut.of(domain.pipeline)) {
            assertThatThrownBy(cut::look)
                    .isInstanceOf(CommandFailure.class)
                    .hasMessageContaining("has no two snapshots");
        }
    }

    /** A second archive begins where the first one ends, and the first one alone stands for nothing any more. */
    @Test
    void a_ledger_is_cut_again_behind_later_snapshots_and_the_same_cut_may_be_repeated() throws Exception {
        List<JournalState> states = twoSnapshots();
        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        archive(first);
        cut(first);
        cut(first);
        try (LedgerCut cut = LedgerCut.of(domain.pipeline)) {
            assertThat(cut.prove(first)).isZero();
            assertThatThrownBy(cut::look).hasMessageContaining("begins at the older of its two newest snapshots");
        }
        domain.run("p", "run-4", states.get(states.size() - 1), 5);
        domain.snapshot();
        Report before = domain.report();
        long start = domain.start();
        archive(second);
        cut(second);
        assertThat(domain.start()).isGreaterThan(start);
        assertThat(domain.report()).isEqualTo(before);
        assertThatThrownBy(() -> cut(first)).isInstanceOf(CommandFailure.class);
    }

    /** The owner is alive: it has written before the cut, and writes on with the same state. */
    @Test
    void a_run_that_owns_its_pipeline_writes_on_beside_a_cut() throws Exception {
        twoSnapshots();
        Path file = folder.resolve("archive");
        archive(file);
        try (Ledger owner = domain.open("q")) {
            JournalState last =
                    new JournalState(domain.report().view().pipeline("q").tip(), List.of(), null, Long.MIN_VALUE);
            StartStep.Go go = (StartStep.Go) domain.start(owner, CutDomain.request("q", "run-2"), last);
            cut(file);
            domain.publish(owner, Committer.of("q", go.resumePoint()), "q", 2, 3);
        }
        assertThat(domain.report().view().broken()).isEmpty();
        assertThat(domain.report().view().pipeline("q").tip().sequence()).isEqualTo(3);
    }

    @Test
    void an_archive_that_is_damaged_or_of_another_ledger_cuts_nothing() throws Exception {
        twoSnapshots();
        Path file = folder.resolve("archive");
        archive(file);
        byte[] bytes = Files.readAllBytes(file);
        Path damaged = folder.resolve("damaged");
        for (int at : List.of(3, bytes.length / 3, bytes.length / 2, bytes.length - 40, bytes.length - 1)) {
            byte[] other = bytes.clone();
            other[at] ^= 1;
            Files.write(damaged, other);
            assertThatThrownBy(() -> cut(damaged)).as("byte %d", at).isInstanceOf(CommandFailure.class);
        }
        assertThatThrownBy(() -> archive(file)).hasMessageContaining("no file is overwritten");
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
        assertThat(domain.start()).isZero();
    }

    /**
     * A kill at every moment of an archive and of a cut, at first and later records. The ledger says the same after each, a start reads it, and
     * the same commands succeed afterwards.
     */
    @Test
    void killed_at_any_moment_an_archive_and_a_cut_lose_nothing_and_can_be_repeated() throws Exception {
        List<JournalState> states = twoSnapshots();
        Report before = domain.report();
        for (Kill kill : KILLS) {
            kill(kill, folder.resolve(kill.moment() + "-" + kill.time()));
            assertThat(domain.report()).as("%s", kill).isEqualTo(before);
        }
        assertThat(domain.start()).as("the last kill came behind a cut").isPositive();
        assertThat(CutDomain.refusal(domain.start(CutDomain.request("p", "late"), states.get(0)))
                        .code())
                .hasToString("LEDGER_AHEAD");
        domain.run("p", "run-4", states.get(states.size() - 1), 5);
        assertThat(domain.report().view().broken()).isEmpty();
    }

    /** Runs both commands, and kills them. */
    private void kill(Kill kill, Path file) throws Exception {
        AtomicInteger left = new AtomicInteger(kill.time());
        try (LedgerCut cut = new LedgerCut(domain.pipeline, passed -> {
            if (passed == kill.moment() && left.decrementAndGet() == 0) {
                throw new Killed();
            }
        })) {
            assertThatThrownBy(() -> work(cut, file)).as("%s", kill).isInstanceOf(Killed.class);
        }
        assertUnharmed(file);
    }

    private static void work(LedgerCut cut, Path file) throws Exception {
        cut.archive(cut.look(), file);
        cut.prove(file);
        cut.cut(file);
    }

    /** What a killed archive has left is never written over nor taken for whole; a killed cut is repeated. */
    private void assertUnharmed(Path file) throws Exception {
        if (domain.start() > 0) {
            cut(file);
        } else if (Files.exists(file)) {
            assertThatThrownBy(() -> archive(file)).hasMessageContaining("no file is overwritten");
        }
    }

    /** A broker that is killed may begin at an earlier offset, where no barrier is. A reading of everything is refused until the cut is repeated. */
    @Test
    void a_log_that_begins_before_the_place_of_its_cut_is_refused_until_the_cut_is_repeated() throws Exception {
        twoSnapshots();
        Report before = domain.report();
        Path file = folder.resolve("archive");
        archive(file);
        domain.deleteBefore(2);
        assertThat(domain.report().view().broken().orElseThrow().reason()).isEqualTo(Reason.CUT);
        try (LedgerCut cut = LedgerCut.of(domain.pipeline)) {
            assertThatThrownBy(cut::look).hasMessageStartingWith("LEDGER_BEHIND: CUT at record 0");
        }
        cut(file);
        assertThat(domain.report()).isEqualTo(before);
    }

    /** Without a register nothing else knows that the topic is not new. */
    @Test
    void a_topic_of_which_everything_was_deleted_is_no_new_ledger_even_for_a_domain_that_is_not_known()
            throws Exception {
        LedgerTopics topics = new LedgerTopics(domain.brokers);
        topics.records(domain.topic);
        topics.append(domain.topic, List.of(new byte[] {42}));
        domain.deleteBefore(-1);
        assertThat(CutDomain.refusal(domain.start(CutDomain.request("p", "run"), domain.empty("p"))))
                .satisfies(refusal -> assertThat(refusal.code()).hasToString("LEDGER_BEHIND"))
                .satisfies(refusal -> assertThat(refusal.detail()).startsWith("CUT at record 0"));
        assertThat(domain.end()).as("nothing was written").isEqualTo(1);
    }
}
