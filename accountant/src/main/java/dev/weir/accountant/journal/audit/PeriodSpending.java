package dev.weir.accountant.journal.audit;

import dev.weir.accountant.account.Charge;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.UnitKind;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The spending in each of several consecutive periods.
 *
 * @param from the first period; 0 for units without periods
 * @param to the last period; {@link Long#MAX_VALUE} while a pipeline may still write
 * @param shares the largest share that was claimed, for each life of a pipeline and each currency. Shares of one life ({@link
 *     SpendingInterval#life}) do not add up, because the unit accounts carry over within a life
 */
public record PeriodSpending(long from, long to, List<SpentShare> shares) {

    /**
     * The spending of one pipeline in a period, or a sum over pipelines.
     *
     * @param pipeline the name of the pipeline; empty for a sum over several
     * @param amount the most that one unit loses
     * @param failures the &delta;s that belong to the amount
     * @param keys the most that one unit spends of the domain's &delta; for keys
     */
    public record SpentShare(String pipeline, Amount amount, Delta failures, Delta keys) {

        /**
         * Creates a share with nothing spent on keys that nobody declared.
         *
         * @param pipeline the name of the pipeline; empty for a sum over several
         * @param amount the most that one unit loses
         * @param failures the &delta;s that belong to the amount
         */
        public SpentShare(String pipeline, Amount amount, Delta failures) {
            this(pipeline, amount, failures, Delta.ZERO);
        }

        /**
         * Whether the share has no bound in a currency: the share's own currency cannot be converted into it, or the share has a &delta;
         * and one of the two currencies is that of Gaussian differential privacy.
         */
        boolean isUnbounded(Currency currency) {
            boolean isGaussian = currency == Currency.HALF_MU_SQUARED || amount.currency() == Currency.HALF_MU_SQUARED;
            return (isGaussian && failures.yocto().signum() > 0)
                    || !Charge.of(amount).isKnownIn(currency);
        }

        SpentShare larger(SpentShare other) {
            return new SpentShare(
                    pipeline,
                    amount.compareTo(other.amount) >= 0 ? amount : other.amount,
                    failures.compareTo(other.failures) >= 0 ? failures : other.failures,
                    keys.compareTo(other.keys) >= 0 ? keys : other.keys);
        }

        SpentShare plus(SpentShare other) {
            return new SpentShare("", amount.plus(other.amount), failures.plus(other.failures), keys.plus(other.keys));
        }

        @Override
        public String toString() {
            return pipeline + " " + words();
        }

        /** States the currency and the amount, and the &delta;s if there are any. */
        public String words() {
            return amount.words(failures, keys);
        }
    }

    public PeriodSpending {
        shares = List.copyOf(shares);
    }

    /**
     * The exact sum of all shares; empty if there are no shares, if they have several currencies, or if the sum overflows a {@code long}.
     */
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
     * The exact amount that is left of a budget; empty if the shares have another currency, have a &delta; or exceed
     * the budget.
     *
     * @param declared the budget
     */
    public Optional<Amount> left(Declaration declared) {
        Amount budget = declared.budget();
        return sum().filter(all -> all.failures().equals(Delta.ZERO))
                .filter(all -> all.keys().compareTo(declared.keys()) <= 0)
                .map(SpentShare::amount)
                .filter(all -> all.currency() == budget.currency() && all.compareTo(budget) <= 0)
                .map(budget::minus);
    }

    /**
     * The part of the span from {@code first} to {@code last}, both included; empty if no period of the span lies between them.
     *
     * @param first the first period of the part
     * @param last the last period of the part, not before {@code first}
     */
    public Optional<PeriodSpending> within(long first, long last) {
        PeriodSpending part = new PeriodSpending(Math.max(from, first), Math.min(to, last), shares);
        return part.from <= part.to ? Optional.of(part) : Optional.empty();
    }

    boolean continuesAs(PeriodSpending next) {
        return to + 1 == next.from && shares.equals(next.shares);
    }

    /**
     * Names the periods of the span in words.
     *
     * @param unit the privacy unit that defines the periods
     */
    public String periods(PrivacyUnit unit) {
        if (!unit.isPeriodic()) {
            return "in all";
        }
        String first = unit.periodName(from);
        if (to == Long.MAX_VALUE) {
            return "in each period from " + first + " on";
        }
        String at = unit.kind() == UnitKind.USER_PER_DAY ? "on " : "in ";
        return from == to ? at + first : "in each period from " + first + " to " + unit.periodName(to);
    }

    /** States the shares with the names of their pipelines, and their sum if there are several. */
    @Override
    public String toString() {
        return inWords(share -> share.words() + " by " + share.pipeline());
    }

    /** States the shares without the names of pipelines, and their sum if there are several. */
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
