package dev.weir.operators.release;

import dev.weir.accountant.account.KeyAccount;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.release.draw.StepDraws;
import dev.weir.operators.time.Window;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the keys of all key groups of one query share: how a step is drawn, what it costs a key, and which window it releases. For one
 * thread. {@link StepDraws} says why what is released is private.
 */
final class StepRelease {

    private final int number;
    private final PricedQuery priced;
    private final StepDraws draws;
    private final long[] nothing;
    private final NumberProcessing processing;
    private final @Nullable KeyAccount account;
    private final long cost;
    private final Randomness randomness;
    private final boolean reveal;
    private long earliestStart = Long.MIN_VALUE;

    /**
     * Takes the steps of query {@code number} of its plan.
     *
     * @param reveal whether exact values are handed over too: for teaching and checking
     */
    StepRelease(int number, PricedQuery priced, Randomness randomness, boolean reveal) {
        this.number = number;
        this.priced = priced;
        this.draws = priced.draws();
        this.nothing = new long[priced.query().layout().coordinates()];
        this.processing = new NumberProcessing(priced.query());
        this.account = priced.keyAccount();
        this.cost = priced.releaseCost().femto();
        this.randomness = randomness;
        this.reveal = reveal;
    }

    /**
     * States of every window that it starts no earlier: a series that begins behind an adoption holds nothing from before.
     *
     * @param time epoch milliseconds
     */
    StepRelease notBefore(long time) {
        earliestStart = time;
        return this;
    }

    /** What is asked. */
    Query query() {
        return priced.query();
    }

    /** When steps end and series begin anew. */
    Window window() {
        return query().window();
    }

    /** The step at which a series ends for good. */
    long lastStep() {
        return priced.lastStep();
    }

    /** How many numbers of each key are released. */
    int width() {
        return query().layout().measured();
    }

    /** How many noisy totals of earlier steps are kept for each number. */
    int keptTotals() {
        return Math.toIntExact(priced.keptTotals());
    }

    /** What draws the numbers of a key. */
    StepDraws draws() {
        return draws;
    }

    /** What is added to a key that no record is about: zeros, which nobody changes. */
    long[] nothing() {
        return nothing;
    }

    /** Where the bits of draws come from. */
    Randomness randomness() {
        return randomness;
    }

    /** What becomes of noisy values before they are released. */
    NumberProcessing processing() {
        return processing;
    }

    /** Whether exact values are handed over too. */
    boolean reveals() {
        return reveal;
    }

    /** No totals of the cells of so many keys. */
    OpenTotals noTotals(int rows) {
        BlockLayout layout = query().layout();
        List<Aggregate> aggregates = query().aggregates();
        BitSet saturating = new BitSet();
        for (int i = 0; i < aggregates.size(); i++) {
            if (aggregates.get(i).saturates()) {
                int from = layout.coordinate(i);
                saturating.set(from, from + aggregates.get(i).coordinates());
            }
        }
        return new OpenTotals(rows, layout.coordinates(), saturating);
    }

    /** The period of key accounts that a step belongs to; null if the query limits nothing. */
    KeyAccount.@Nullable Period period(long end) {
        return account == null ? null : account.period(end);
    }

    /** A release of a step that ends at {@code end}, but for its key and its values; its charge is that of a key which pays. */
    Outcome released(long end, long step) {
        long start = Math.max(earliestStart, window().start(end, step));
        return new Outcome(Outcome.Kind.RELEASED, number, "", start, end, step, cost, new long[0]);
    }
}
