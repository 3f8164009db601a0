package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;
import java.util.ArrayList;
import java.util.List;

/**
 * An interval of periods of the privacy unit in which a pipeline's share of the domain's budget counts as spent.
 *
 * <p>While a pipeline may still write, its interval has no end. If the interval ended with the latest batch, another pipeline could claim
 * the share in periods about which this pipeline will release later.
 *
 * @param pipeline the name of the pipeline
 * @param life the number of adoptions of the pipeline before the interval. Within a life the unit accounts carry over, so the larger of two
 *     shares bounds both. An adoption forgets the units' spending, so shares of two lives add up
 * @param from the first period
 * @param to the last period, {@link Long#MAX_VALUE} while the pipeline may still write
 * @param share the most that one unit loses in a period
 * @param failures the &delta;s that belong to the share
 * @param keys the most that one unit spends in a period of the domain's &delta; for keys
 */
public record SpendingInterval(
        String pipeline, int life, long from, long to, Amount share, Delta failures, Delta keys) {

    /**
     * Returns the spending of a claim: one interval for each of its shares.
     *
     * @param pipeline the name of the pipeline that claims
     * @param life the number of adoptions of the pipeline before the claim
     * @param claim the claim
     * @param from the first open period; the spending begins there if this is later than the beginning of the claim
     */
    public static List<SpendingInterval> of(String pipeline, int life, Claim claim, long from) {
        List<SpendingInterval> intervals = new ArrayList<>();
        long begin = Math.max(claim.from(), from);
        for (ShareStep step : claim.steps()) {
            long next = Math.max(begin, step.from());
            if (next > begin) {
                intervals.add(new SpendingInterval(
                        pipeline, life, begin, next - 1, step.before(), claim.failures(), claim.keys()));
            }
            begin = next;
        }
        intervals.add(new SpendingInterval(
                pipeline, life, begin, Long.MAX_VALUE, claim.share(), claim.failures(), claim.keys()));
        return intervals;
    }

    /**
     * Adds an interval to a list. If the new interval continues an interval of the list with the same share in the same life, that interval
     * is extended instead.
     */
    static void add(SpendingInterval next, List<SpendingInterval> intervals) {
        for (int i = 0; i < intervals.size(); i++) {
            if (intervals.get(i).continuesAs(next)) {
                intervals.set(i, intervals.get(i).joined(next));
                return;
            }
        }
        intervals.add(next);
    }

    /**
     * Returns this interval cut after {@code last}. Call this method when no later release of the pipeline can be about a period after
     * {@code last}.
     *
     * @param last the last period
     */
    public SpendingInterval until(long last) {
        return new SpendingInterval(pipeline, life, from, Math.min(to, last), share, failures, keys);
    }

    /** The part of the interval at or after the period {@code first}. */
    SpendingInterval since(long first) {
        return new SpendingInterval(pipeline, life, Math.max(from, first), to, share, failures, keys);
    }

    boolean covers(long period) {
        return from <= period && period <= to;
    }

    /** Whether the interval contains no period. */
    public boolean isEmpty() {
        return to < from;
    }

    /**
     * Whether {@code next} continues or overlaps this interval with the same share in the same life, so that one interval can replace both.
     */
    boolean continuesAs(SpendingInterval next) {
        return life == next.life
                && share.equals(next.share)
                && failures.equals(next.failures)
                && keys.equals(next.keys)
                && next.from >= from
                && (to == Long.MAX_VALUE || next.from <= to + 1);
    }

    SpendingInterval joined(SpendingInterval next) {
        return new SpendingInterval(pipeline, life, from, Math.max(to, next.to), share, failures, keys);
    }
}
