package dev.weir.jobs.output;

import dev.weir.accountant.journal.audit.PeriodSpending;
import dev.weir.accountant.journal.audit.PeriodSpending.SpentShare;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.output.LedgerHistory.Decision;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of a ledger as its page shows them. */
final class LedgerValues {

    private LedgerValues() {}

    /** Some periods and what is spent in each of them. */
    static Map<String, @Nullable Object> periods(PeriodSpending span, PrivacyUnit unit) {
        Map<String, @Nullable Object> fields = LedgerTime.from(span.from(), unit);
        fields.putAll(LedgerTime.last("to", span.to(), unit));
        fields.put("share", span.sum().map(LedgerValues::share).orElse(null));
        return fields;
    }

    /** The shares that what is spent is made of. */
    static List<TitledValues> parts(PeriodSpending span) {
        return span.shares().stream()
                .map(share ->
                        new TitledValues().field("pipeline", share.pipeline()).field("share", share(share)))
                .toList();
    }

    /** A share that is spent. */
    static TitledValues share(SpentShare share) {
        return share(share.amount(), share.failures());
    }

    /** A share of a budget. */
    static TitledValues share(Amount amount, Delta failures) {
        return amount(amount).field("delta", failures.value().stripTrailingZeros());
    }

    /** An amount and its currency. */
    static TitledValues amount(Amount amount) {
        return new TitledValues().field("currency", amount.currency().words()).field("amount", plain(amount));
    }

    /** An amount as a number, without zeros at its end. */
    static BigDecimal plain(Amount amount) {
        return amount.value().stripTrailingZeros();
    }

    /** A text, or null where it is empty. */
    static @Nullable String known(String text) {
        return text.isEmpty() ? null : text;
    }

    /** From which period on something holds. */
    static String since(long period, PrivacyUnit unit) {
        return unit.isPeriodic() ? "from " + unit.periodName(period) + " on" : "in all";
    }

    /** Which entry of the domain's chain a decision is, and when it was written. */
    static String recorded(Decision<?> decision) {
        return "entry " + decision.entry() + ", " + (decision.time() == null ? "" : "at ") + time(decision.time());
    }

    /** A time, or words where it is not known. */
    static String time(@Nullable Instant time) {
        return time == null ? "at an unknown time" : time.toString();
    }
}
