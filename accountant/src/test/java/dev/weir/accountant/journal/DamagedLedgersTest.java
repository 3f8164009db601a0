package dev.weir.accountant.journal;

import static dev.weir.accountant.journal.audit.TestLedger.HOUR;
import static dev.weir.accountant.journal.audit.TestLedger.claim;
import static dev.weir.accountant.journal.audit.TestLedger.declaration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.Damage.Kind;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.SpendingInterval;
import dev.weir.accountant.journal.audit.TestLedger;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests ledgers with random damage: no spending is refunded, no batch is missed, and harmless damage is skipped. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DamagedLedgersTest {

    private static final List<String> PIPELINES = List.of("p", "q", "r");

    /** Returns a ledger of three pipelines that change owners, write batches, retire, and are adopted. */
    private static TestLedger ledger(SplittableRandom random) {
        TestLedger ledger = new TestLedger().decide(declaration(100_000)).own("p", "run-0", claim(0, 400, "trips-p"));
        Map<String, Long> hours = new HashMap<>();
        for (int step = 1; step < 5 + random.nextInt(20); step++) {
            String pipeline = PIPELINES.get(random.nextInt(PIPELINES.size()));
            boolean isActive = ledger.view().pipeline(pipeline).owner().active();
            int choice = random.nextInt(10);
            if (!isActive || choice == 0) {
                ledger.own(pipeline, "run-" + step, claim(0, 400, "trips-" + pipeline));
            } else if (choice == 1) {
                ledger.retire(pipeline);
            } else if (choice == 2) {
                ledger.confirm(pipeline);
            } else if (choice == 3) {
                ChainTip tip = ledger.tip(pipeline);
                long upTo = hours.getOrDefault(pipeline, 0L) * HOUR;
                ledger.decide(new Adoption(pipeline, tip, tip, new Closing(Long.MIN_VALUE, upTo)));
            } else {
                long hour = hours.merge(pipeline, 1L, Long::sum);
                String[] keys = random.nextBoolean() ? new String[] {"harbour"} : new String[] {"harbour", "station"};
                ledger.batch(pipeline, "trips-" + pipeline, hour, keys);
            }
        }
        return ledger;
    }

    @Test
    void of_1000_damaged_ledgers_none_refunds_or_misses_a_batch_and_a_start_from_an_old_state_is_refused_by_each() {
        int skipped = 0;
        Map<Kind, Integer> seen = new EnumMap<>(Kind.class);
        for (int run = 0; run < 100; run++) {
            SplittableRandom random = new SplittableRandom(run);
            TestLedger whole = ledger(random);
            LedgerView view = whole.view();
            Map<String, JournalState> old = oldStates(whole, view);
            for (int time = 0; time < 10; time++) {
                Damage damage = new Damage(whole.records, random);
                for (int i = 0; i <= random.nextInt(3); i++) {
                    seen.merge(damage.add(), 1, Integer::sum);
                }
                boolean isNewestKnown = random.nextBoolean();
                skipped += isSkippedRightly(whole, damage, isNewestKnown) ? 1 : 0;
                old.forEach((pipeline, state) -> {
                    LedgerView read = DamagedLedgerTest.read(
                            damage.records(), state.wantedDigests(pipeline), isNewestKnown, view.tip());
                    assertThat(start(pipeline, state).read(read, false).next()).isInstanceOf(StartStep.Refused.class);
                });
            }
        }
        assertThat(skipped).isBetween(50, 950);
        assertThat(seen).hasSize(Kind.values().length);
        assertThat(seen.values()).allMatch(times -> times > 100);
    }

    /** Whether a damaged ledger is read to its end. Fails if it should have been refused but was read, or the reverse. */
    private static boolean isSkippedRightly(TestLedger whole, Damage damage, boolean isNewestKnown) {
        LedgerView before = whole.view();
        LedgerView view = DamagedLedgerTest.read(damage.records(), WantedDigests.NOTHING, isNewestKnown, before.tip());
        boolean isSkipped = view.broken().isEmpty();
        if (isSkipped) {
            assertMissesNothing(view, before);
            assertThat(damage.destroyed()).allMatch(DamagedLedgersTest::isDispensable);
        }
        if (damage.isForeignAlone()) {
            boolean isHarmless = damage.inserted().stream().allMatch(at -> isFollowed(whole, at, isNewestKnown));
            assertThat(isSkipped).isEqualTo(isHarmless);
            assertThat(view.skipped().count())
                    .isEqualTo(isHarmless ? damage.inserted().size() : 0);
        }
        return isSkipped;
    }

    /** Whether a record may be lost: without a retirement more counts as spent, and a confirmation repeats known facts. */
    private static boolean isDispensable(LedgerRecord record) {
        return record instanceof Retirement || record instanceof Confirmation;
    }

    private static void assertMissesNothing(LedgerView view, LedgerView whole) {
        assertThat(view.tip()).isEqualTo(whole.tip());
        for (String pipeline : PIPELINES) {
            assertThat(view.pipeline(pipeline).tip())
                    .isEqualTo(whole.pipeline(pipeline).tip());
        }
        for (SpendingInterval interval : whole.intervals()) {
            assertThat(view.intervals()).anyMatch(counted -> covers(counted, interval));
        }
    }

    private static boolean covers(SpendingInterval counted, SpendingInterval interval) {
        return counted.pipeline().equals(interval.pipeline())
                && counted.life() == interval.life()
                && counted.share().equals(interval.share())
                && counted.from() <= interval.from()
                && counted.to() >= interval.to();
    }

    /** Whether later records of the ledger prove that nothing was written at a place. */
    private static boolean isFollowed(TestLedger whole, int at, boolean isNewestKnown) {
        TestLedger before = new TestLedger();
        before.records.addAll(whole.records.subList(0, at));
        List<LedgerRecord> behind = whole.records.subList(at, whole.records.size());
        return (isNewestKnown || behind.stream().anyMatch(DomainEntry.class::isInstance))
                && PIPELINES.stream()
                        .filter(name -> before.view().pipeline(name).owner().active())
                        .allMatch(name -> behind.stream().anyMatch(record -> Damage.isOf(name, record)));
    }

    /** Returns, for each pipeline with batches, the state from before its last batch. */
    private static Map<String, JournalState> oldStates(TestLedger whole, LedgerView view) {
        Map<String, JournalState> old = new HashMap<>();
        for (String pipeline : PIPELINES) {
            long batches = view.pipeline(pipeline).tip().sequence();
            TestLedger before = new TestLedger();
            for (LedgerRecord record : whole.records) {
                if (before.tip(pipeline).sequence() < batches - 1) {
                    before.records.add(record);
                }
            }
            if (batches > 0) {
                old.put(pipeline, new JournalState(before.tip(pipeline), List.of(), null, Long.MIN_VALUE));
            }
        }
        return old;
    }

    private static Start start(String pipeline, JournalState state) {
        Claim claim = claim(0, 400, "trips-" + pipeline);
        return Start.of(new StartRequest(pipeline, "run", declaration(100_000), claim), state);
    }
}
