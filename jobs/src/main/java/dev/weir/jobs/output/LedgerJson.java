package dev.weir.jobs.output;

import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.DomainEvent.QueryTerms;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.DomainEvent.Renaming;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.journal.meaning.UnitField;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.encoding.Spelled;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A ledger's records as lines of JSON, in its order, for people and scripts inside the trusted base. Sums of charges are exact, and a
 * charge that no long counts is null.
 */
public final class LedgerJson {

    private @Nullable PrivacyUnit unit;

    /**
     * The line of the next record, without its end.
     *
     * @param record its bytes
     * @param millis when it was written, epoch milliseconds; below 0 where that is not known, which is not shown
     */
    public String line(byte[] record, long millis) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        LedgerBytes.decode(record).ifPresentOrElse(read -> put(read, fields), () -> fields.put("record", "unreadable"));
        Instant time = LedgerTime.written(millis);
        if (time != null) {
            fields.put("time", time.toString());
        }
        return JsonText.write(json -> JsonText.value(json, fields));
    }

    private void put(LedgerRecord record, Map<String, @Nullable Object> fields) {
        if (record instanceof DomainEntry entry) {
            put(entry, fields);
        } else if (record instanceof RowEntry row) {
            put(row, fields);
        } else if (record instanceof BatchSeal seal) {
            fields.put("record", "batch");
            fields.put("pipeline", seal.pipeline());
            fields.put("batch", seal.batch().sequence());
            fields.put("rows", seal.batch().rows());
            fields.put("owner", seal.owner());
            fields.put("hash", seal.batch().tip().hash().toString());
        } else if (record instanceof Retirement retirement) {
            fields.put("record", "retirement");
            fields.put("pipeline", retirement.pipeline());
            fields.put("owner", retirement.owner());
            fields.put("batch", retirement.last().sequence());
        } else if (record instanceof Confirmation confirmation) {
            fields.put("record", "confirmation");
            fields.put("pipeline", confirmation.pipeline());
            fields.put("owner", confirmation.owner());
            fields.put("batch", confirmation.last().sequence());
            fields.put("number", confirmation.number());
        }
    }

    private static void put(RowEntry entry, Map<String, @Nullable Object> fields) {
        fields.put("record", "release");
        fields.put("pipeline", entry.pipeline());
        fields.put("batch", entry.sequence());
        LedgerBytes.decodeRow(entry.row()).ifPresent(row -> put(row, fields));
    }

    private static void put(LedgerRow row, Map<String, @Nullable Object> fields) {
        fields.put("kind", Spelled.of(row.kind()));
        fields.put("release", row.release());
        fields.put(
                "charge",
                row.charge() == Long.MAX_VALUE
                        ? null
                        : BigDecimal.valueOf(row.charge(), 15).stripTrailingZeros());
        fields.put("line", new String(row.line(), StandardCharsets.UTF_8));
    }

    private void put(DomainEntry entry, Map<String, @Nullable Object> fields) {
        DomainEvent event = entry.event();
        fields.put("record", name(event));
        fields.put("entry", entry.tip().sequence());
        put(event, fields);
        fields.put("hash", entry.tip().hash().toString());
    }

    private void put(DomainEvent event, Map<String, @Nullable Object> fields) {
        if (event instanceof Declaration declaration) {
            unit = declaration.unit();
            fields.put("unit", declaration.unit().words());
            put("budget", declaration.budget(), declaration.failures(), fields);
            put(declaration.field(), fields);
        } else if (event instanceof Raise raise) {
            LedgerTime.putFrom(raise.from(), unit, fields);
            put("budget", raise.budget(), raise.failures(), fields);
        } else if (event instanceof Renaming renaming) {
            fields.put("pipeline", renaming.pipeline());
            fields.put("from", renaming.from());
            fields.put("to", renaming.to());
        } else if (event instanceof Ownership ownership) {
            fields.put("pipeline", ownership.pipeline());
            fields.put("run", ownership.run());
            fields.put("batch", ownership.last().sequence());
            put(ownership.claim(), fields);
        } else if (event instanceof Adoption adoption) {
            fields.put("pipeline", adoption.pipeline());
            fields.put("state", adoption.state().sequence());
            fields.put("batch", adoption.ledger().sequence());
            LedgerTime.putLast("closed-through", adoption.closing().through(), unit, fields);
            LedgerTime.put("closed-up-to", adoption.closing().upTo(), fields);
        }
    }

    /** Adds name and form of the units' ids, if the ledger has them. */
    private static void put(UnitField field, Map<String, @Nullable Object> fields) {
        if (field.isKnown()) {
            fields.put("unit-field", field.name());
            fields.put("unit-form", field.form());
        }
    }

    private void put(Claim claim, Map<String, @Nullable Object> fields) {
        LedgerTime.putFrom(claim.from(), unit, fields);
        put("share", claim.share(), claim.failures(), fields);
        if (!claim.steps().isEmpty()) {
            fields.put("steps", steps(claim, unit));
        }
        describe(claim, fields);
    }

    /** Adds the meanings of a claim's queries and the topic of releases, if the ledger has them. */
    private static void describe(Claim claim, Map<String, @Nullable Object> fields) {
        if (!claim.isDescribed()) {
            return;
        }
        fields.put("topic", claim.topic());
        List<Object> queries = new ArrayList<>();
        for (QueryTerms terms : claim.queries()) {
            QueryMeaning meaning = Objects.requireNonNull(terms.meaning());
            Map<String, Object> query = new LinkedHashMap<>();
            query.put("query", terms.query());
            query.put("version", meaning.version());
            query.put("keys", meaning.keyCount());
            query.put("cells-hash", meaning.cells());
            query.put("keys-hash", meaning.keys());
            queries.add(query);
        }
        fields.put("queries", queries);
    }

    /** The steps by which the share of a claim grew: the first period of each, and the share before it. */
    static List<Object> steps(Claim claim, @Nullable PrivacyUnit unit) {
        List<Object> steps = new ArrayList<>();
        for (ShareStep step : claim.steps()) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            LedgerTime.putFrom(step.from(), unit, fields);
            fields.put("before", step.before().value().stripTrailingZeros());
            steps.add(fields);
        }
        return steps;
    }

    private static String name(DomainEvent event) {
        return event.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    private static void put(String what, Amount amount, Delta failures, Map<String, @Nullable Object> fields) {
        fields.put(what, amount.value().stripTrailingZeros());
        fields.put("currency", amount.currency().words());
        fields.put("delta", failures.value().stripTrailingZeros());
    }
}
