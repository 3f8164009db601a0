package dev.weir.accountant.journal.audit;

import dev.weir.accountant.account.Charge;
import dev.weir.accountant.account.PrivacyFilter;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
     * The first period in which the tenures together exceed the budget, with the sum spelled out; empty if there is none.
     *
     * @param declared the budget
     * @param tenures of all pipelines of the domain
     */
    public static Optional<String> overrun(Declaration declared, Collection<Tenure> tenures) {
        return overrunPeriod(declared, tenures)
                .map(period -> "period " + period + ": " + describe(declared, shares(tenures, period)));
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

    private static Optional<Long> overrunPeriod(Declaration declared, Collection<Tenure> tenures) {
        return tenures.stream()
                .map(Tenure::from)
                .distinct()
                .sorted()
                .filter(period -> !fits(declared, shares(tenures, period)))
                .findFirst();
    }

    /**
     * What the tenures come to in a period, spelled out: the parts, and their sum where they have one currency.
     *
     * @param tenures of all pipelines of the domain
     */
    public static String sum(Collection<Tenure> tenures, long period) {
        List<Share> shares = shares(tenures, period);
        boolean isOneCurrency = shares.stream()
                        .map(share -> share.amount().currency())
                        .distinct()
                        .count()
                == 1;
        String sum = isOneCurrency
                ? shares.stream()
                        .reduce((one, other) -> one.plus(other))
                        .map(all -> " = " + all.words())
                        .orElse("")
                : "";
        return shares.stream().map(Share::toString).collect(Collectors.joining(" + ")) + sum;
    }

    private static boolean fits(Declaration declared, List<Share> shares) {
        Currency currency = declared.budget().currency();
        PrivacyFilter filter = filter(declared);
        long[] spent = new long[filter.words()];
        for (Share share : shares) {
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
    private static List<Share> shares(Collection<Tenure> tenures, long period) {
        Map<String, Share> largest = new TreeMap<>();
        for (Tenure tenure : tenures) {
            if (tenure.covers(period)) {
                Share share = new Share(tenure.pipeline(), tenure.share(), tenure.failures());
                largest.merge(lifeAndCurrency(tenure), share, Share::larger);
            }
        }
        return new ArrayList<>(largest.values());
    }

    private static String lifeAndCurrency(Tenure tenure) {
        return tenure.pipeline() + "\0" + tenure.life() + "\0" + tenure.share().currency();
    }

    private static String describe(Declaration declared, List<Share> shares) {
        return shares.stream().map(Share::toString).collect(Collectors.joining(" + ")) + " exceeds "
                + new Share("domain", declared.budget(), declared.failures());
    }

    private record Share(String pipeline, Amount amount, Delta failures) {

        /** A share with a &delta; has no bound under Gaussian differential privacy, nor has one of another currency. */
        boolean isUnbounded(Currency currency) {
            boolean isGaussian = currency == Currency.HALF_MU_SQUARED || amount.currency() == Currency.HALF_MU_SQUARED;
            return (isGaussian && failures.yocto().signum() > 0)
                    || !Charge.of(amount).isKnownIn(currency);
        }

        Share larger(Share other) {
            return new Share(
                    pipeline,
                    amount.compareTo(other.amount) >= 0 ? amount : other.amount,
                    failures.compareTo(other.failures) >= 0 ? failures : other.failures);
        }

        Share plus(Share other) {
            return new Share("", amount.plus(other.amount), failures.plus(other.failures));
        }

        @Override
        public String toString() {
            return pipeline + " " + words();
        }

        String words() {
            return amount.currency() + " "
                    + amount.value().stripTrailingZeros().toPlainString()
                    + (failures.equals(Delta.ZERO)
                            ? ""
                            : " delta " + failures.value().stripTrailingZeros());
        }
    }
}
