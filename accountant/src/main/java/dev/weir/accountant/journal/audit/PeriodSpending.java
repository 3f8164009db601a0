package dev.weir.accountant.journal.audit;

import dev.weir.accountant.account.Charge;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What counts as spent in each of some periods that follow each other.
 *
 * @param from the first period; 0 for units without periods
 * @param to the last period; {@link Long#MAX_VALUE} while a pipeline may still write
 * @param shares for each life of a pipeline and each currency the largest share that was claimed: shares of one life do not add, for its
 *     accounts carry over
 */
public record PeriodSpending(long from, long to, List<SpentShare> shares) {

    /**
     * A part of what counts as spent in a period.
     *
     * @param pipeline whose; empty for a sum of several
     * @param amount the most that one unit loses
     * @param failures the &delta;s that go with it
     */
    public record SpentShare(String pipeline, Amount amount, Delta failures) {

        /** A share with a &delta; has no bound under Gaussian differential privacy, nor has one of another currency. */
        boolean isUnbounded(Currency currency) {
            boolean isGaussian = currency == Currency.HALF_MU_SQUARED || amount.currency() == Currency.HALF_MU_SQUARED;
            return (isGaussian && failures.yocto().signum() > 0)
                    || !Charge.of(amount).isKnownIn(currency);
        }

        SpentShare larger(SpentShare other) {
            return new SpentShare(
                    pipeline,
                    amount.compareTo(other.amount) >= 0 ? amount : other.amount,
                    failures.compareTo(other.failures) >= 0 ? failures : other.failures);
        }

        SpentShare plus(SpentShare other) {
            return new SpentShare("", amount.plus(other.amount), failures.plus(other.failures));
        }

        @Override
        public String toString() {
            return pipeline + " " + words();
        }

        /** Currency and amount, and the &delta; where there is one. */
        public String words() {
            return amount.words(failures);
        }
    }

    public PeriodSpending {
        shares = List.copyOf(shares);
    }

    /** The sum of all shares, exactly; empty where they have several currencies, and where a long does not count it. */
    public Optional<SpentShare> sum() {
        boolean isOneCurrency = shares.stream()
                        .map(share -> share.amount().currency())
                        .distinct()
                        .count()
                == 1;
        return isOneCurrency
                ? shares.stream()
                        .reduce(SpentShare::plus)
                        .filter(all -> all.amount().femto() < Long.MAX_VALUE)
                : Optional.empty();
    }

    /**
     * What is left of a budget, exactly; empty where the shares are not in its currency or have a &delta;, and where they exceed it.
     *
     * @param declared the budget
     */
    public Optional<Amount> left(Declaration declared) {
        Amount budget = declared.budget();
        return sum().filter(all -> all.failures().equals(Delta.ZERO))
                .map(SpentShare::amount)
                .filter(all -> all.currency() == budget.currency() && all.compareTo(budget) <= 0)
                .map(budget::minus);
    }

    /** The periods between two others, both of which are in it; empty if there is none. */
    public Optional<PeriodSpending> within(long first, long last) {
        PeriodSpending part = new PeriodSpending(Math.max(from, first), Math.min(to, last), shares);
        return part.from <= part.to ? Optional.of(part) : Optional.empty();
    }

    boolean continuesAs(PeriodSpending next) {
        return to + 1 == next.from && shares.equals(next.shares);
    }

    /**
     * Which periods these are, in words.
     *
     * @param unit whose periods
     */
    public String periods(PrivacyUnit unit) {
        if (!unit.isPeriodic()) {
            return "in all";
        }
        String first = unit.periodName(from);
        if (to == Long.MAX_VALUE) {
            return "in each period from " + first + " on";
        }
        String at = unit == PrivacyUnit.USER_PER_DAY ? "on " : "in ";
        return from == to ? at + first : "in each period from " + first + " to " + unit.periodName(to);
    }

    /** Who spends how much, and the sum of several shares where there is one. */
    @Override
    public String toString() {
        return inWords(share -> share.words() + " by " + share.pipeline());
    }

    /** How much is spent, of one pipeline, and the sum of several shares where there is one. */
    public String amounts() {
        return inWords(SpentShare::words);
    }

    private String inWords(Function<SpentShare, String> each) {
        return shares.stream().map(each).collect(Collectors.joining(" + "))
                + sum().filter(all -> shares.size() > 1)
                        .map(all -> " = " + all.words())
                        .orElse("");
    }
}
