package dev.weir.jobs.output;

import dev.weir.accountant.journal.audit.PeriodSpending;
import dev.weir.accountant.journal.audit.PeriodSpending.SpentShare;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.output.LedgerHistory.Decision;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats values of a ledger for its page. */
final class LedgerValues {

    private LedgerValues() {}

    /** The fields of a span of periods: the first and the last period, and the share that is spent in each of them. */
    static Map<String, @Nullable Object> periods(PeriodSpending span, PrivacyUnit unit) {
        Map<String, @Nullable Object> fields = LedgerTime.from(span.from(), unit);
        fields.putAll(LedgerTime.last("to", span.to(), unit));
        fields.put("share", span.sum().map(LedgerValues::share).orElse(null));
        return fields;
    }

    /** The shares of the pipelines that add up to the spending of a span. */
    static List<TitledValues> parts(PeriodSpending span) {
        return span.shares().stream()
                .map(share ->
                        new TitledValues().field("pipeline", share.pipeline()).field("share", share(share)))
                .toList();
    }

    /** The amount, currency and delta of a spent share. */
    static TitledValues share(SpentShare share) {
        return share(share.amount(), share.failures());
    }

    /** The amount, currency and delta of a share of a budget. */
    static TitledValues share(Amount amount, Delta failures) {
        return amount(amount).field("delta", failures.value().stripTrailingZeros());
    }

    /** An amount and its currency. */
    static TitledValues amount(Amount amount) {
        return new TitledValues().field("currency", amount.currency().words()).field("amount", plain(amount));
    }

    /** The number of an amount, without trailing zeros. */
    static BigDecimal plain(Amount amount) {
        return amount.value().stripTrailingZeros();
    }

    /** Returns the text; null if the text is empty. */
    static @Nullable String known(String text) {
        return text.isEmpty() ? null : text;
    }

    /** Names the period from which something holds; "in all" if the unit has no periods. */
    /** The zone of a unit's periods, and the hash of its rules; no fields where they are in UTC. */
    static Map<String, @Nullable Object> zone(PrivacyUnit unit) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        unit.otherZone().ifPresent(zone -> {
            fields.put("zone", zone.id());
            fields.put("zone-rules", zone.digestText());
        });
        return fields;
    }

    static String since(long period, PrivacyUnit unit) {
        return unit.isPeriodic() ? "from " + unit.periodName(period) + " on" : "in all";
    }

    /** Names the entry of a decision in the domain's chain, and the time when it was written. */
    static String recorded(Decision<?> decision) {
        return decision.entry() == null
                ? "its entry is cut off"
                : "entry " + decision.entry() + ", " + (decision.time() == null ? "" : "at ") + time(decision.time());
    }

    /** The text of a time, or words that say it is not known. */
    static String time(@Nullable Instant time) {
        return time == null ? "at an unknown time" : time.toString();
    }
}
