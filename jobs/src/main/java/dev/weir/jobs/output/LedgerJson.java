package dev.weir.jobs.output;

import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.DomainEvent.Renaming;
import dev.weir.accountant.journal.chain.DomainEvent.Retiming;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.journal.meaning.UnitField;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.encoding.Spelled;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of a ledger as lines of JSON, in the ledger's order, for people and scripts inside the trusted
 * base. Charges are exact; a charge that is too large for a long is null.
 */
public final class LedgerJson {

    private final Supplier<Optional<PrivacyUnit>> declared;
    private @Nullable PrivacyUnit unit;

    /** Creates a writer of a ledger that begins with its declaration. */
    public LedgerJson() {
        this(Optional::empty);
    }

    /**
     * Creates a writer of a ledger whose declaration may be cut off.
     *
     * @param declared gives the declared unit, once the records that were written so far, a snapshot among them, tell it
     */
    public LedgerJson(Supplier<Optional<PrivacyUnit>> declared) {
        this.declared = declared;
    }

    /**
     * Returns the line of the next record, without a line end.
     *
     * @param record the bytes of the record
     * @param millis when the record was written, epoch milliseconds; if below 0 the time is not known and is left out
     */
    public String line(byte[] record, long millis) {
        TitledValues fields = new TitledValues();
        LedgerBytes.decode(record)
                .ifPresentOrElse(read -> put(read, fields), () -> fields.field("record", "unreadable"));
        return JsonText.of(fields.known("time", LedgerTime.text(LedgerTime.written(millis))));
    }

    private void put(LedgerRecord record, TitledValues fields) {
        if (record instanceof DomainEntry entry) {
            put(entry, fields);
        } else if (record instanceof RowEntry row) {
            put(row, fields);
        } else if (record instanceof BatchSeal seal) {
            fields.field("record", "batch")
                    .field("pipeline", seal.pipeline())
                    .field("batch", seal.batch().sequence())
                    .field("rows", seal.batch().rows())
                    .field("owner", seal.owner())
                    .field("hash", seal.batch().tip().hash().toString());
        } else if (record instanceof Retirement retirement) {
            fields.field("record", "retirement")
                    .field("pipeline", retirement.pipeline())
                    .field("owner", retirement.owner())
                    .field("batch", retirement.last().sequence());
        } else if (record instanceof Confirmation confirmation) {
            fields.field("record", "confirmation")
                    .field("pipeline", confirmation.pipeline())
                    .field("owner", confirmation.owner())
                    .field("batch", confirmation.last().sequence())
                    .field("number", confirmation.number());
        } else if (record instanceof SnapshotPart part) {
            fields.field("record", "snapshot-part")
                    .field("entry", part.entry())
                    .field("part", part.index())
                    .field("bytes", part.bytes().length);
        }
    }

    private static void put(RowEntry entry, TitledValues fields) {
        Optional<LedgerRow> row = LedgerBytes.decodeRow(entry.row());
        boolean isWindow =
                row.filter(read -> read.kind() == LedgerRow.Kind.CLOSED).isPresent();
        fields.field("record", isWindow ? "closed-window" : "release")
                .field("pipeline", entry.pipeline())
                .field("batch", entry.sequence());
        row.ifPresent(read -> put(read, fields));
    }

    /** Adds the fields of a row. A closed window has neither key nor line. */
    private static void put(LedgerRow row, TitledValues fields) {
        if (row.kind() == LedgerRow.Kind.CLOSED) {
            fields.field("query", row.query())
                    .field("start", Instant.ofEpochMilli(row.start()).toString())
                    .field("end", Instant.ofEpochMilli(row.end()).toString());
            return;
        }
        fields.field("kind", Spelled.of(row.kind()))
                .field("release", row.release())
                .field(
                        "charge",
                        row.charge() == Long.MAX_VALUE
                                ? null
                                : BigDecimal.valueOf(row.charge(), 15).stripTrailingZeros())
                .field("line", new String(row.line(), StandardCharsets.UTF_8));
    }

    private void put(DomainEntry entry, TitledValues fields) {
        unit = unit == null ? declared.get().orElse(null) : unit;
        DomainEvent event = entry.event();
        fields.field("record", name(event)).field("entry", entry.tip().sequence());
        put(event, fields);
        fields.field("hash", entry.tip().hash().toString());
    }

    private void put(DomainEvent event, TitledValues fields) {
        if (event instanceof Declaration declaration) {
            unit = declaration.unit();
            put(declaration, fields);
        } else if (event instanceof Raise raise) {
            fields.fields(LedgerTime.from(raise.from(), unit));
            put("budget", raise.budget(), raise.failures(), fields);
        } else if (event instanceof Renaming renaming) {
            fields.field("pipeline", renaming.pipeline())
                    .field("from", renaming.from())
                    .field("to", renaming.to());
        } else if (event instanceof Retiming retiming) {
            fields.field("pipeline", retiming.pipeline())
                    .field("from", retiming.from().toString())
                    .field("to", retiming.to().toString());
        } else if (event instanceof Ownership ownership) {
            fields.field("pipeline", ownership.pipeline())
                    .field("run", ownership.run())
                    .field("batch", ownership.last().sequence());
            put(ownership.claim(), fields);
        } else if (event instanceof Adoption adoption) {
            fields.field("pipeline", adoption.pipeline())
                    .field("state", adoption.state().sequence())
                    .field("batch", adoption.ledger().sequence())
                    .fields(LedgerTime.last("closed-through", adoption.closing().through(), unit))
                    .fields(LedgerTime.fields("closed-up-to", adoption.closing().upTo()));
        } else if (event instanceof Snapshot snapshot) {
            put(snapshot, fields);
        }
    }

    private static void put(Snapshot snapshot, TitledValues fields) {
        fields.field("barrier", snapshot.barrier())
                .field("ledger-hash", snapshot.ledger().toString())
                .field("charges-hash", snapshot.charges().toString());
    }

    private static void put(Declaration declaration, TitledValues fields) {
        fields.field("unit", declaration.unit().words()).fields(LedgerValues.zone(declaration.unit()));
        put("budget", declaration.budget(), declaration.failures(), fields);
        putKeys(declaration.keys(), fields);
        put(declaration.field(), fields);
    }

    /** Adds the delta that pays for keys which nobody declared, unless it is 0. */
    private static void putKeys(Delta keys, TitledValues fields) {
        if (!keys.equals(Delta.ZERO)) {
            fields.field("delta-for-keys", keys.value().stripTrailingZeros());
        }
    }

    /** Adds the field of the unit's id, the form of the ids, and how times are read, if the ledger has them. */
    private static void put(UnitField field, TitledValues fields) {
        if (field.isKnown()) {
            fields.field("unit-field", field.name()).field("unit-form", field.form());
        }
        if (field.times().isKnown()) {
            fields.field("times", field.times().toString());
        }
    }

    private void put(Claim claim, TitledValues fields) {
        fields.fields(LedgerTime.from(claim.from(), unit));
        put("share", claim.share(), claim.failures(), fields);
        putKeys(claim.keys(), fields);
        if (!claim.steps().isEmpty()) {
            fields.field("steps", steps(claim, unit));
        }
        describe(claim, fields);
    }

    /** Adds the topic of releases and the meanings of a claim's queries, if the ledger has them. */
    private static void describe(Claim claim, TitledValues fields) {
        if (!claim.isDescribed()) {
            return;
        }
        fields.field("topic", claim.topic())
                .field(
                        "queries",
                        claim.queries().stream().map(LedgerJson::query).toList());
    }

    private static TitledValues query(QueryTerms terms) {
        QueryMeaning meaning = Objects.requireNonNull(terms.meaning());
        return new TitledValues()
                .field("query", terms.query())
                .field("version", meaning.version())
                .field("keys", meaning.keyCount())
                .field("cells-hash", meaning.cells())
                .field("keys-hash", meaning.keys());
    }

    /**
     * The steps in which the share of a claim grew. Each has the period in which the share grew, and the share before
     * that period.
     */
    static List<TitledValues> steps(Claim claim, @Nullable PrivacyUnit unit) {
        return claim.steps().stream()
                .map(step -> new TitledValues()
                        .fields(LedgerTime.from(step.from(), unit))
                        .field("before", step.before().value().stripTrailingZeros()))
                .toList();
    }

    private static String name(DomainEvent event) {
        return event.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    private static void put(String what, Amount amount, Delta failures, TitledValues fields) {
        fields.field(what, amount.value().stripTrailingZeros())
                .field("currency", amount.currency().words())
                .field("delta", failures.value().stripTrailingZeros());
    }
}
