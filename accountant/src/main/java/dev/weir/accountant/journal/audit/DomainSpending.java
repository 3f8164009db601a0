package dev.weir.accountant.journal.audit;

import dev.weir.accountant.account.Charge;
import dev.weir.accountant.account.PrivacyFilter;
import dev.weir.accountant.journal.audit.PeriodSpending.SpentShare;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Checks that the claims of a domain's pipelines fit the domain's budget.
 *
 * <p><b>Guarantee.</b> Neighbours: the records of one privacy unit within one period, or all its records if it has no periods. Each
 * pipeline's unit accounts, in the gate, keep the unit's loss to this pipeline within the pipeline's share. The pipelines read the same
 * stream, so their losses compose adaptively, and {@link PrivacyFilter} bounds their sum in the budget's currency, for each period
 * separately. The budget of a period is the budget that was in force when the first release about the period was made ({@link
 * DomainBudget}).
 *
 * <p><b>Keys that nobody declared.</b> The &delta;s that claims state for such keys are a second sum, which must be at most the declared
 * &delta; for keys of the period. They are not part of the budget: the noisy numbers of all keys together stay within the budget, which was
 * converted without this &delta;, and announcing keys adds the &delta; of the touches of a unit, over all pipelines ({@link
 * dev.weir.accountant.selection.keys.LoneKey} has the proof, with all pipelines as one). Within a life of a pipeline the larger of two
 * &delta;s counts, because touches carry over as &delta; spent.
 *
 * <p><b>Which periods are checked.</b> It suffices to check the first period of each interval. For a period p in which something is spent,
 * let b be the latest beginning of an interval that covers p. Every interval that covers p begins at or before b and ends at or after p, so
 * it covers b, and at least as much is spent in b as in p. The budget of b is at most that of p, because budgets never decrease from a
 * period to a later one. So if the sum fits the budget in b, it fits in p. The first period of a raise need not be checked for itself.
 */
public final class DomainSpending {

    private DomainSpending() {}

    /**
     * Describes the first period in which the intervals together exceed the period's budget: the period, the sum, and the first period of a
     * raise from which on the intervals fit. Empty if the intervals fit in all periods. For units without periods no period is named.
     *
     * @param budget the budget and its raises
     * @param intervals the spending of all pipelines of the domain
     */
    public static Optional<String> overrun(DomainBudget budget, Collection<SpendingInterval> intervals) {
        return overrunPeriod(budget, intervals)
                .map(period -> period(budget.first(), period)
                        + describe(budget.in(period), shares(intervals, period))
                        + fitsFrom(budget, intervals)
                                .map(from ->
                                        "; fits from " + budget.first().unit().periodName(from) + " on")
                                .orElse(""));
    }

    /** The first period of the earliest raise from which on all intervals fit; empty if there is no such raise. */
    private static Optional<Long> fitsFrom(DomainBudget budget, Collection<SpendingInterval> intervals) {
        return budget.raises().stream()
                .map(Raise::from)
                .filter(from -> overrunPeriod(budget, since(from, intervals)).isEmpty())
                .findFirst();
    }

    private static List<SpendingInterval> since(long from, Collection<SpendingInterval> intervals) {
        return intervals.stream()
                .map(interval -> interval.since(from))
                .filter(interval -> !interval.isEmpty())
                .toList();
    }

    /**
     * Describes the sum in the first period in which the intervals together exceed the budget, without naming the period; empty if the
     * intervals fit in all periods.
     *
     * @param declared the declaration, without raises
     * @param intervals the spending of all pipelines of the domain
     */
    public static Optional<String> overrunSum(Declaration declared, Collection<SpendingInterval> intervals) {
        return overrunPeriod(DomainBudget.of(declared), intervals)
                .map(period -> describe(declared, shares(intervals, period)));
    }

    private static String period(Declaration declared, long period) {
        return declared.unit().isPeriodic() ? "period " + declared.unit().periodName(period) + ": " : "";
    }

    private static Optional<Long> overrunPeriod(DomainBudget budget, Collection<SpendingInterval> intervals) {
        return intervals.stream()
                .map(SpendingInterval::from)
                .distinct()
                .sorted()
                .filter(period -> !fits(budget.in(period), shares(intervals, period)))
                .findFirst();
    }

    /**
     * Divides the spending into spans of periods with equal spending, in their order. Periods without spending are left
     * out.
     *
     * @param unit the privacy unit that defines the periods
     * @param intervals the spending of all pipelines of the domain, or of one of them
     */
    public static List<PeriodSpending> spans(PrivacyUnit unit, Collection<SpendingInterval> intervals) {
        if (!unit.isPeriodic()) {
            List<SpentShare> all = shares(intervals, 0);
            return all.isEmpty() ? List.of() : List.of(new PeriodSpending(0, Long.MAX_VALUE, all));
        }
        NavigableSet<Long> changes = new TreeSet<>();
        for (SpendingInterval interval : intervals) {
            changes.add(interval.from());
            if (interval.to() < Long.MAX_VALUE) {
                changes.add(interval.to() + 1);
            }
        }
        List<PeriodSpending> spans = new ArrayList<>();
        for (long from : changes) {
            Long next = changes.higher(from);
            List<SpentShare> shares = shares(intervals, from);
            append(new PeriodSpending(from, next == null ? Long.MAX_VALUE : next - 1, shares), spans);
        }
        return spans;
    }

    private static void append(PeriodSpending next, List<PeriodSpending> spans) {
        int last = spans.size() - 1;
        if (last >= 0 && spans.get(last).continuesAs(next)) {
            spans.set(last, new PeriodSpending(spans.get(last).from(), next.to(), next.shares()));
        } else if (!next.shares().isEmpty()) {
            spans.add(next);
        }
    }

    private static boolean fits(Declaration declared, List<SpentShare> shares) {
        Delta keys = shares.stream().map(SpentShare::keys).reduce(Delta.ZERO, Delta::plus);
        if (keys.compareTo(declared.keys()) > 0) {
            return false;
        }
        Currency currency = declared.budget().currency();
        PrivacyFilter filter = filter(declared);
        long[] spent = new long[filter.words()];
        for (SpentShare share : shares) {
            if (share.isUnbounded(currency) || !filter.charge(spent, 0, Charge.of(share.amount(), share.failures()))) {
                return false;
            }
        }
        return true;
    }

    private static PrivacyFilter filter(Declaration declared) {
        return declared.budget().currency() == Currency.HALF_MU_SQUARED
                ? PrivacyFilter.of(declared.budget())
                : PrivacyFilter.of(declared.budget(), declared.failures());
    }

    /** The spending in one period: the largest share for each life of a pipeline ({@link SpendingInterval#life}) and each currency. */
    private static List<SpentShare> shares(Collection<SpendingInterval> intervals, long period) {
        Map<String, SpentShare> largest = new TreeMap<>();
        for (SpendingInterval interval : intervals) {
            if (interval.covers(period)) {
                SpentShare share =
                        new SpentShare(interval.pipeline(), interval.share(), interval.failures(), interval.keys());
                largest.merge(lifeAndCurrency(interval), share, SpentShare::larger);
            }
        }
        return new ArrayList<>(largest.values());
    }

    private static String lifeAndCurrency(SpendingInterval interval) {
        return interval.pipeline() + "\0" + interval.life() + "\0"
                + interval.share().currency();
    }

    private static String describe(Declaration declared, List<SpentShare> shares) {
        return shares.stream().map(SpentShare::toString).collect(Collectors.joining(" + ")) + " exceeds "
                + new SpentShare("domain", declared.budget(), declared.failures(), declared.keys());
    }
}
