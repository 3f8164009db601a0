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
 * <p>While a pipeline may still write, its interval has no end. An interval that was measured by the batches so far would let
 * another pipeline claim the periods that this one is about to reach.
 *
 * @param pipeline the name of the pipeline
 * @param life how many adoptions of the pipeline came before. Within a life the unit accounts carry over, so the larger
 * of two shares bounds both; an adoption forgets what units have spent, so shares of two lives add
 * @param from the first period
 * @param to the last period, {@link Long#MAX_VALUE} while the pipeline may still write
 * @param share the most that one unit loses in a period
 * @param failures the &delta;s that belong to the share
 */
public record SpendingInterval(String pipeline, int life, long from, long to, Amount share, Delta failures) {

    /**
     * What a claim spends: one interval for each of its shares.
     *
     * @param pipeline who claims
     * @param life counts the adoptions of the pipeline before it
     * @param claim the claim
     * @param from the first period, if it is later than that of the claim
     */
    public static List<SpendingInterval> of(String pipeline, int life, Claim claim, long from) {
        List<SpendingInterval> intervals = new ArrayList<>();
        long begin = Math.max(claim.from(), from);
        for (ShareStep step : claim.steps()) {
            long next = Math.max(begin, step.from());
            if (next > begin) {
                intervals.add(new SpendingInterval(pipeline, life, begin, next - 1, step.before(), claim.failures()));
            }
            begin = next;
        }
        intervals.add(new SpendingInterval(pipeline, life, begin, Long.MAX_VALUE, claim.share(), claim.failures()));
        return intervals;
    }

    /** Adds an interval to a list. If it continues one of the list at the same price, that one is prolonged instead. */
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
     * This interval cut after {@code last}, once it is known that no later period is written about.
     *
     * @param last the last period
     */
    public SpendingInterval until(long last) {
        return new SpendingInterval(pipeline, life, from, Math.min(to, last), share, failures);
    }

    /** The part of the interval at or after the period {@code first}. */
    SpendingInterval since(long first) {
        return new SpendingInterval(pipeline, life, Math.max(from, first), to, share, failures);
    }

    boolean covers(long period) {
        return from <= period && period <= to;
    }

    /** Whether it contains no period. */
    public boolean isEmpty() {
        return to < from;
    }

    /** Whether {@code next} continues this interval at the same price, so that one interval can stand for both. */
    boolean continuesAs(SpendingInterval next) {
        return life == next.life
                && share.equals(next.share)
                && failures.equals(next.failures)
                && next.from >= from
                && (to == Long.MAX_VALUE || next.from <= to + 1);
    }

    SpendingInterval joined(SpendingInterval next) {
        return new SpendingInterval(pipeline, life, from, Math.max(to, next.to), share, failures);
    }
}
