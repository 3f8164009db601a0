package dev.weir.accountant.journal.audit;

import dev.weir.accountant.account.Charge;
import dev.weir.accountant.account.PrivacyFilter;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.privacy.Currency;
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
 * Whether what the pipelines of a domain claim fits its budget.
 *
 * <p><b>Guarantee.</b> Neighbours: the records of one privacy unit within one period (or its only one). Each pipeline's
 * unit accounts hold the unit's loss to it within its share (the gate); the pipelines read the same stream, so their
 * losses compose, adaptively, and {@link PrivacyFilter} bounds the sum in the budget's currency. A sum of tenures changes
 * upwards only where one begins, so the beginnings are all that has to be looked at.
 */
public final class DomainSpending {

    private DomainSpending() {}

    /**
     * The first period in which the tenures together exceed the budget, with the sum spelled out; empty if there is none. Units
     * without periods have no period to be named.
     *
     * @param declared the budget
     * @param tenures of all pipelines of the domain
     */
    public static Optional<String> overrun(Declaration declared, Collection<Tenure> tenures) {
        return overrunPeriod(declared, tenures)
                .map(period -> period(declared, period) + describe(declared, shares(tenures, period)));
    }

    /**
     * The sum in the first period in which the tenures together exceed the budget, without the period; empty if there is none.
     *
     * @param declared the budget
     * @param tenures of all pipelines of the domain
     */
    public static Optional<String> overrunSum(Declaration declared, Collection<Tenure> tenures) {
        return overrunPeriod(declared, tenures).map(period -> describe(declared, shares(tenures, period)));
    }

    private static String period(Declaration declared, long period) {
        return declared.unit().isPeriodic() ? "period " + declared.unit().periodName(period) + ": " : "";
    }

    private static Optional<Long> overrunPeriod(Declaration declared, Collection<Tenure> tenures) {
        return tenures.stream()
                .map(Tenure::from)
                .distinct()
                .sorted()
                .filter(period -> !fits(declared, shares(tenures, period)))
                .findFirst();
    }

    /**
     * What counts as spent, for as many periods at once as it is the same in, in their order. Periods in which nothing was spent are
     * left out.
     *
     * @param unit whose periods; a unit without periods has one alone
     * @param tenures of all pipelines of the domain, or of one of them
     */
    public static List<PeriodSpending> spans(PrivacyUnit unit, Collection<Tenure> tenures) {
        if (!unit.isPeriodic()) {
            List<SpentShare> all = shares(tenures, 0);
            return all.isEmpty() ? List.of() : List.of(new PeriodSpending(0, Long.MAX_VALUE, all));
        }
        NavigableSet<Long> changes = new TreeSet<>();
        for (Tenure tenure : tenures) {
            changes.add(tenure.from());
            if (tenure.to() < Long.MAX_VALUE) {
                changes.add(tenure.to() + 1);
            }
        }
        List<PeriodSpending> spans = new ArrayList<>();
        for (long from : changes) {
            Long next = changes.higher(from);
            List<SpentShare> shares = shares(tenures, from);
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

    /** What counts as spent in a period: for each life of a pipeline and each currency, the largest share. */
    private static List<SpentShare> shares(Collection<Tenure> tenures, long period) {
        Map<String, SpentShare> largest = new TreeMap<>();
        for (Tenure tenure : tenures) {
            if (tenure.covers(period)) {
                SpentShare share = new SpentShare(tenure.pipeline(), tenure.share(), tenure.failures());
                largest.merge(lifeAndCurrency(tenure), share, SpentShare::larger);
            }
        }
        return new ArrayList<>(largest.values());
    }

    private static String lifeAndCurrency(Tenure tenure) {
        return tenure.pipeline() + "\0" + tenure.life() + "\0" + tenure.share().currency();
    }

    private static String describe(Declaration declared, List<SpentShare> shares) {
        return shares.stream().map(SpentShare::toString).collect(Collectors.joining(" + ")) + " exceeds "
                + new SpentShare("domain", declared.budget(), declared.failures());
    }
}
