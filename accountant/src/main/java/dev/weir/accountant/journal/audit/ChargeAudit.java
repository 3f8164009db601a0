package dev.weir.accountant.journal.audit;

import dev.weir.accountant.account.AccountPeriods;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Sums the charges of each key from the records of a ledger alone. Amounts are whole multiples of 10<sup>-15</sup>, so the sums are exact.
 * For the balance of a key after a start, the rows of the restored batches that the ledger does not have yet must be added as records too.
 *
 * <p>The audit keeps in memory a sum for every key and period, and the end of the latest window of every key, and of every name that windows of a key have.
 */
public final class ChargeAudit {

    private final Map<String, Terms> terms = new HashMap<>();
    private final Map<Scope, Amount> spent = new TreeMap<>();
    private final Map<String, Long> latest = new HashMap<>();

    /** The zone of the domain's unit, whose periods those of key accounts are. */
    private PinnedZone zone;

    /** Creates an audit of no record. */
    public ChargeAudit() {
        this.zone = PrivacyUnit.EVENT.zone();
    }

    /** Creates an audit that goes on from one whose {@link #zone}, {@link #terms}, {@link #spent()} and {@link #latest} are given. */
    ChargeAudit(PinnedZone zone, Map<String, Terms> terms, Map<Scope, Amount> spent, Map<String, Long> latest) {
        this.zone = zone;
        this.terms.putAll(terms);
        this.spent.putAll(spent);
        this.latest.putAll(latest);
    }

    /** The zone of the domain's unit, as the latest declaration says. */
    PinnedZone zone() {
        return zone;
    }

    /** The number of sums and of ends of windows. */
    int size() {
        return spent.size() + latest.size();
    }

    /** The latest terms of each query, by pipeline and query. */
    Map<String, Terms> terms() {
        return Map.copyOf(terms);
    }

    /** The end of the latest window of each key, and of each name of a window of a key, epoch milliseconds. */
    Map<String, Long> latest() {
        return Map.copyOf(latest);
    }

    /**
     * Adds the charge of the next record.
     *
     * @param record the next committed record of the ledger
     * @return the fault of the record: {@link Reason#UNREADABLE}, {@link Reason#FOREIGN_OWNER} for a row of a query that its pipeline has
     *     not claimed, {@link Reason#OVERDRAWN} (also for a second currency in one period of a key) or {@link Reason#REPEATED}; empty if
     *     the record has no fault
     */
    public Optional<Reason> accept(LedgerRecord record) {
        if (record instanceof DomainEntry entry && entry.event() instanceof Declaration declaration) {
            zone = declaration.unit().zone();
        }
        if (record instanceof DomainEntry entry && entry.event() instanceof Ownership ownership) {
            ownership
                    .claim()
                    .queries()
                    .forEach(query -> terms.merge(
                            name(ownership.pipeline(), query.query()),
                            new Terms(query, query.limit(), ownership.reach()),
                            Terms::followedBy));
        }
        return record instanceof RowEntry entry ? accept(entry) : Optional.empty();
    }

    private Optional<Reason> accept(RowEntry entry) {
        Optional<LedgerRow> row = LedgerBytes.decodeRow(entry.row());
        return row.isEmpty() ? Optional.of(Reason.UNREADABLE) : accept(entry.pipeline(), row.get());
    }

    private Optional<Reason> accept(String pipeline, LedgerRow row) {
        Terms known = terms.get(name(pipeline, row.query()));
        if (known == null) {
            return Optional.of(Reason.FOREIGN_OWNER);
        }
        Scope scope = new Scope(pipeline, row.query(), row.key(), period(row, known.query));
        return row.kind() == LedgerRow.Kind.CLOSED ? next(scope, row) : charge(scope, row, known.limit(row.end()));
    }

    private Optional<Reason> charge(Scope scope, LedgerRow row, Amount limit) {
        Amount charge = new Amount(limit.currency(), row.charge());
        Amount before = spent.get(scope);
        if (before != null && before.currency() != charge.currency()) {
            return Optional.of(Reason.OVERDRAWN);
        }
        Amount total = before == null ? charge : before.plus(charge);
        spent.put(scope, total);
        if (isOverdrawn(row, total, limit)) {
            return Optional.of(Reason.OVERDRAWN);
        }
        return next(scope, row);
    }

    /**
     * Requires that a row is about a later window than the last row of its key, or about a window of another name that ends with it. A closed
     * window has no key, and no sum of charges.
     */
    private Optional<Reason> next(Scope scope, LedgerRow row) {
        String window = row.window();
        Long last = latest.put(scope.account(), row.end());
        Long named = window.isEmpty() ? last : latest.put(scope.account() + "\0" + window, row.end());
        boolean isBehind = last != null && last > row.end();
        return isBehind || (named != null && named >= row.end()) ? Optional.of(Reason.REPEATED) : Optional.empty();
    }

    /**
     * The limit of a query's key accounts.
     *
     * @param query the query's terms in the latest claim
     * @param pending the largest limit of any run so far. It applies to batches that were closed under an earlier claim
     *     and written under this one
     * @param reach the latest end of a window of such batches, epoch milliseconds
     */
    record Terms(QueryTerms query, Amount pending, long reach) {

        Terms followedBy(Terms next) {
            boolean isLarger = pending.currency() == next.pending.currency() && pending.compareTo(next.pending) > 0;
            return new Terms(next.query, isLarger ? pending : next.pending, next.reach);
        }

        Amount limit(long end) {
            return end <= reach ? pending : query.limit();
        }
    }

    /**
     * Whether a row exceeds its limit. A later run may have lowered the limit below what was already spent; then only
     * rows without a charge are allowed.
     */
    private static boolean isOverdrawn(LedgerRow row, Amount total, Amount limit) {
        return row.charge() > 0 && total.compareTo(limit) > 0;
    }

    private long period(LedgerRow row, QueryTerms query) {
        return query.period() == Long.MAX_VALUE
                ? 0
                : AccountPeriods.of(query.period(), zone).start(row.end());
    }

    private static String name(String pipeline, String query) {
        return pipeline + "\0" + query;
    }

    /** The sum of charges so far, by key and period. */
    public Map<Scope, Amount> spent() {
        return Map.copyOf(spent);
    }

    /**
     * The sum of charges of one key in one period; empty if the key has no row in this period.
     *
     * @param scope the key and period
     */
    public Optional<Amount> spent(Scope scope) {
        return Optional.ofNullable(spent.get(scope));
    }

    /**
     * One period of the account of one key.
     *
     * @param pipeline the name of the query's pipeline
     * @param query the name of the query
     * @param key the released key
     * @param period the start of the period in epoch milliseconds; 0 if the account has no period
     */
    public record Scope(String pipeline, String query, String key, long period) implements Comparable<Scope> {

        String account() {
            return pipeline + "\0" + query + "\0" + key;
        }

        @Override
        public int compareTo(Scope other) {
            int byAccount = account().compareTo(other.account());
            return byAccount == 0 ? Long.compare(period, other.period) : byAccount;
        }
    }
}
