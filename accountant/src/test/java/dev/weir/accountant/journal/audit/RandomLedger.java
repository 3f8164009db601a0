package dev.weir.accountant.journal.audit;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.DomainEvent.Renaming;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.journal.meaning.UnitField;
import dev.weir.accountant.privacy.Delta;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A random ledger of two pipelines, with everything that a ledger can hold: claims with meanings and steps, batches, confirmations,
 * retirements, adoptions, raises and renamings. A step that would break the ledger is not taken.
 */
final class RandomLedger {

    private static final List<String> PIPELINES = List.of("a", "b");

    private static final PinnedZone KOLKATA = PinnedZone.of("Asia/Kolkata");

    /** Days of UTC, and the weeks and months of a zone. */
    private static final List<Long> PERIODS = List.of(24 * TestLedger.HOUR, -2L, -4L);

    private final TestLedger ledger = new TestLedger();
    private final SplittableRandom random;
    private String field = "user";
    private long day = 1;

    private final int kinds;

    private RandomLedger(SplittableRandom random, int kinds) {
        this.random = random;
        this.kinds = kinds;
    }

    /** Returns the records of a ledger of some steps. */
    static List<LedgerRecord> of(SplittableRandom random, int steps) {
        return of(random, steps, 12);
    }

    /** Returns the records of a ledger of some steps, among them barriers and snapshots. */
    static List<LedgerRecord> withSnapshots(SplittableRandom random, int steps) {
        return of(random, steps, 16);
    }

    private static List<LedgerRecord> of(SplittableRandom random, int steps, int kinds) {
        RandomLedger made = new RandomLedger(random, kinds);
        Declaration declared = TestLedger.declaration(1000).paying(new Delta(BigInteger.TWO));
        declared = steps % 2 == 0 ? declared.in(KOLKATA) : declared;
        made.ledger.decide(declared.with(new UnitField(made.field, "text")));
        for (int i = 0; i < steps; i++) {
            made.tryStep();
        }
        return made.ledger.records;
    }

    private void tryStep() {
        List<LedgerRecord> before = new ArrayList<>(ledger.records);
        step(PIPELINES.get(random.nextInt(PIPELINES.size())));
        if (ledger.view().broken().isPresent()) {
            ledger.records.clear();
            ledger.records.addAll(before);
        }
    }

    private void step(String pipeline) {
        ChainTip tip = ledger.tip(pipeline);
        switch (random.nextInt(kinds)) {
            case 0 -> ledger.retire(pipeline);
            case 1 -> ledger.confirm(pipeline);
            case 2 ->
                ledger.decide(new Adoption(
                        pipeline, tip, tip, new Closing(day + random.nextInt(2), 24 * day * TestLedger.HOUR)));
            case 3 ->
                ledger.decide(new Raise(day + random.nextInt(3), TestLedger.milli(random.nextInt(3000)), Delta.ZERO));
            case 4 -> rename(pipeline);
            case 5 -> day++;
            case 6, 7, 8 -> ledger.decide(new Ownership(pipeline, run(), tip, Long.MIN_VALUE, claim(pipeline)));
            case 12, 13 -> ledger.decide(new Barrier());
            case 14, 15 -> ledger.snapshot();
            default -> ledger.batch(pipeline, "q" + pipeline, 24 * day + 1 + random.nextInt(20), "x", "y");
        }
    }

    private void rename(String pipeline) {
        String next = "user" + random.nextInt(100);
        ledger.decide(new Renaming(pipeline, field, next));
        field = next;
    }

    private String run() {
        return "run" + random.nextInt(5);
    }

    private Map<String, PinnedZone> zones(QueryTerms terms) {
        return day % 3 == 0 ? Map.of(terms.query(), KOLKATA) : Map.of();
    }

    private Claim claim(String pipeline) {
        int version = 1 + random.nextInt(2);
        QueryMeaning meaning = new QueryMeaning(version, "cells" + version, "keys" + random.nextInt(2), 2);
        long period = PERIODS.get((int) (day + version) % PERIODS.size());
        QueryTerms terms = new QueryTerms("q" + pipeline, TestLedger.milli(5000), period, meaning);
        long share = 100 + 50L * random.nextInt(6);
        Delta keys = new Delta(BigInteger.valueOf(share / 50 % 2));
        Claim claim = new Claim(
                day, TestLedger.milli(share), Delta.ZERO, List.of(terms), "released", List.of(), keys, zones(terms));
        return random.nextBoolean() ? claim : claim.with(List.of(new ShareStep(day + 1, TestLedger.milli(50))));
    }
}
