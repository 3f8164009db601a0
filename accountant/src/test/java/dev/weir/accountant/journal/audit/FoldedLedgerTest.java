package dev.weir.accountant.journal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that reading from a folded form on is the same as reading everything. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FoldedLedgerTest {

    private static final int STEPS = 40;

    private static LedgerReader read(LedgerReader reader, List<LedgerRecord> records) {
        records.forEach(reader::accept);
        return reader;
    }

    /** Returns a reader that has read the first records of a ledger, which are folded. */
    private static LedgerReader from(FoldedLedger folded, int records, WantedDigests wanted) {
        return new LedgerReader(folded, records, wanted, new SnapshotCheck());
    }

    private static LedgerReader whole(List<LedgerRecord> records, WantedDigests wanted) {
        return read(new LedgerReader(TestLedger.DOMAIN, wanted), records);
    }

    private static Optional<FoldedLedger> fold(List<LedgerRecord> records) {
        return whole(records, WantedDigests.NOTHING).folded();
    }

    private static FoldedLedger throughBytes(FoldedLedger folded) {
        FoldedLedger read = FoldedLedger.of(folded.bytes()).orElseThrow();
        assertThat(read).isEqualTo(folded);
        return read;
    }

    private static List<LedgerRecord> random(RepetitionInfo run) {
        return RandomLedger.of(new SplittableRandom(run.getCurrentRepetition()), STEPS);
    }

    @RepeatedTest(20)
    void a_reading_from_a_folded_form_gives_what_a_reading_of_everything_gives(RepetitionInfo run) {
        List<LedgerRecord> records = random(run);
        long anchor = 1L + run.getCurrentRepetition() % 5;
        WantedDigests wanted = new WantedDigests("a", Set.of(), anchor);
        LedgerView expected = whole(records, wanted).view();
        assertThat(expected.broken()).isEmpty();
        for (int cut = 0; cut <= records.size(); cut++) {
            List<LedgerRecord> tail = records.subList(cut, records.size());
            fold(records.subList(0, cut)).map(FoldedLedgerTest::throughBytes).ifPresent(folded -> assertThat(
                            read(from(folded, records.size() - tail.size(), wanted), tail)
                                    .view())
                    .isEqualTo(expected));
        }
    }

    @RepeatedTest(20)
    void a_folded_form_is_recomputed_from_the_one_before(RepetitionInfo run) {
        List<LedgerRecord> records = random(run);
        byte[] expected = fold(records).orElseThrow().bytes();
        for (int cut = 0; cut <= records.size(); cut++) {
            List<LedgerRecord> tail = records.subList(cut, records.size());
            fold(records.subList(0, cut)).ifPresent(folded -> assertThat(
                            read(from(folded, records.size() - tail.size(), WantedDigests.NOTHING), tail)
                                    .folded()
                                    .orElseThrow()
                                    .bytes())
                    .isEqualTo(expected));
        }
    }

    @RepeatedTest(20)
    void a_tail_that_lacks_or_doubles_a_record_breaks_at_the_same_record(RepetitionInfo run) {
        List<LedgerRecord> records = random(run);
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        int cut = random.nextInt(records.size());
        Optional<FoldedLedger> folded = fold(records.subList(0, cut));
        for (int at = cut; at < records.size(); at++) {
            List<LedgerRecord> damaged = new ArrayList<>(records);
            if (random.nextBoolean()) {
                damaged.remove(at);
            } else {
                damaged.add(at, records.get(at));
            }
            LedgerView expected = whole(damaged, WantedDigests.NOTHING).view();
            List<LedgerRecord> tail = damaged.subList(cut, damaged.size());
            folded.ifPresent(start -> assertThat(
                            read(from(start, cut, WantedDigests.NOTHING), tail).view())
                    .isEqualTo(expected));
        }
    }

    @Test
    void no_ledger_is_folded_within_a_batch_or_at_a_break() {
        TestLedger ledger = new TestLedger().decide(TestLedger.declaration(1000));
        ledger.own("a", "run", TestLedger.claim(0, 500, "q")).batch("a", "q", 1, "x", "y");
        List<LedgerRecord> records = ledger.records;
        assertThat(fold(records)).isPresent();
        assertThat(fold(records.subList(0, records.size() - 1))).isEmpty();
        List<LedgerRecord> broken = new ArrayList<>(records);
        broken.add(records.get(0));
        assertThat(fold(broken)).isEmpty();
        LedgerReader skipping = whole(records, WantedDigests.NOTHING);
        skipping.accept(new byte[] {42});
        assertThat(skipping.folded()).isEmpty();
    }

    @RepeatedTest(1)
    void bytes_that_are_changed_or_cut_are_another_form_or_none(RepetitionInfo run) {
        FoldedLedger folded = fold(random(run)).orElseThrow();
        byte[] bytes = folded.bytes();
        for (int at = 0; at < bytes.length; at++) {
            assertThat(FoldedLedger.of(Arrays.copyOf(bytes, at))).isEmpty();
            byte[] changed = bytes.clone();
            changed[at] ^= 1;
            assertThat(FoldedLedger.of(changed)).isNotEqualTo(Optional.of(folded));
        }
        assertThat(FoldedLedger.of(Arrays.copyOf(bytes, bytes.length + 1))).isEmpty();
    }

    /** Folds part of random ledgers, forgets a part of it, and tells whether any reading shows that. */
    private static boolean shows(String part) {
        for (int seed = 0; seed < 20; seed++) {
            List<LedgerRecord> records = RandomLedger.of(new SplittableRandom(seed), STEPS);
            LedgerView expected = whole(records, WantedDigests.NOTHING).view();
            for (int cut = 1; cut < records.size(); cut++) {
                List<LedgerRecord> tail = records.subList(cut, records.size());
                Optional<FoldedLedger> faulty =
                        fold(records.subList(0, cut)).map(folded -> Forgetful.without(part, folded));
                if (faulty.isPresent()
                        && !read(from(faulty.get(), cut, WantedDigests.NOTHING), tail)
                                .view()
                                .equals(expected)) {
                    return true;
                }
            }
        }
        return false;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "owner",
                "reach",
                "claim",
                "runs",
                "queries",
                "meanings",
                "ended",
                "adoptions",
                "batches",
                "pipeline",
                "raises"
            })
    void a_folded_form_that_forgets_a_part_gives_another_result(String part) {
        assertThat(shows(part)).isTrue();
    }

    @Test
    void a_folded_form_that_forgets_a_confirmation_takes_a_copy_of_it_for_a_new_one() {
        TestLedger ledger = new TestLedger().decide(TestLedger.declaration(1000));
        ledger.own("a", "run", TestLedger.claim(0, 500, "q")).confirm("a");
        FoldedLedger folded = fold(ledger.records).orElseThrow();
        List<LedgerRecord> copy = ledger.records.subList(2, 3);
        assertThat(read(from(folded, 3, WantedDigests.NOTHING), copy).isBroken())
                .isTrue();
        FoldedLedger faulty = Forgetful.without("confirmed", folded);
        assertThat(read(from(faulty, 3, WantedDigests.NOTHING), copy).isBroken())
                .isFalse();
    }

    @Test
    void a_folded_form_that_forgets_an_entry_cannot_confirm_a_state_that_knows_it() {
        List<LedgerRecord> records = RandomLedger.of(new SplittableRandom(1), STEPS);
        FoldedLedger folded = fold(records).orElseThrow();
        long count = records.stream().filter(DomainEntry.class::isInstance).count();
        assertThat(folded.entries()).hasSize(Math.toIntExact(count));
        assertThat(from(folded, records.size(), new WantedDigests("a", Set.of(), 2))
                        .view()
                        .entryDigest())
                .isEqualTo(whole(records, new WantedDigests("a", Set.of(), 2))
                        .view()
                        .entryDigest())
                .isNotNull();
    }

    @Test
    void the_newest_entry_that_is_known_from_elsewhere_may_be_a_folded_one() {
        TestLedger ledger = new TestLedger().decide(TestLedger.declaration(1000));
        ledger.own("a", "run", TestLedger.claim(0, 500, "q"));
        FoldedLedger folded = fold(ledger.records).orElseThrow();
        LedgerReader reader = from(folded, 2, WantedDigests.NOTHING);
        reader.newest(((DomainEntry) ledger.records.get(0)).tip());
        assertThat(reader.hasNewest()).isTrue();
        reader.newest(
                new TestLedger().decide(TestLedger.declaration(999)).view().tip());
        assertThat(reader.hasNewest()).isFalse();
    }
}
