package dev.weir.accountant.journal.audit;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;

/**
 * Periods of the privacy unit in which a pipeline's share of the domain's budget counts as spent.
 *
 * <p>While a pipeline may still write, its tenure has no end. A tenure that was measured by the batches so far would let
 * another pipeline claim the periods that this one is about to reach.
 *
 * @param pipeline whose share
 * @param life counts the adoptions of the pipeline before it. Within a life the accounts of units carry over, so that
 *     the larger of two shares bounds both; an adoption forgets what they have spent, so that shares of two lives add
 * @param from the first period
 * @param to the last period, {@link Long#MAX_VALUE} while the pipeline may still write
 * @param share the most that one unit loses in a period
 * @param failures the &delta;s that go with it
 */
public record Tenure(String pipeline, int life, long from, long to, Amount share, Delta failures) {

    /** The tenure once nothing more is written that reaches further than {@code last}. */
    public Tenure until(long last) {
        return new Tenure(pipeline, life, from, Math.min(to, last), share, failures);
    }

    boolean covers(long period) {
        return from <= period && period <= to;
    }

    /** Whether there is no period in it. */
    public boolean isEmpty() {
        return to < from;
    }

    /** Whether {@code next} continues this one at the same price, so that one tenure says the same as both. */
    boolean continuesAs(Tenure next) {
        return life == next.life
                && share.equals(next.share)
                && failures.equals(next.failures)
                && next.from >= from
                && (to == Long.MAX_VALUE || next.from <= to + 1);
    }

    Tenure joined(Tenure next) {
        return new Tenure(pipeline, life, from, Math.max(to, next.to), share, failures);
    }
}
