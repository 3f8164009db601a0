package dev.weir.jobs.output;

import dev.weir.accountant.journal.audit.ChargeAudit;
import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.DomainEvent.QueryTerms;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.journal.reading.ForwardingRecords;
import dev.weir.accountant.journal.reading.LedgerBreak;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** The content of a ledger, summed from its records, for people and scripts inside the trusted base. */
public final class LedgerSummary extends ForwardingRecords {

    private final LedgerAudit audit;
    private final Budget stated;
    private final ObjLongConsumer<byte[]> each;
    private final LedgerHistory history = new LedgerHistory();
    private long millis = -1;
    private boolean isLost;
    private final Map<QueryName, Releases> queries = new TreeMap<>();

    /**
     * The summary of the ledger of a domain, of which nothing has been read.
     *
     * @param domain the name of the domain
     * @param stated its budget as a pipeline's file states it
     * @param each is shown the bytes of every record, and when it was written, epoch milliseconds; below 0 where that is not known
     */
    public LedgerSummary(String domain, Budget stated, ObjLongConsumer<byte[]> each) {
        this(new LedgerAudit(domain), stated, each);
    }

    private LedgerSummary(LedgerAudit audit, Budget stated, ObjLongConsumer<byte[]> each) {
        super(audit);
        this.audit = audit;
        this.stated = stated;
        this.each = each;
    }

    /**
     * A query.
     *
     * @param pipeline the pipeline that claims it
     * @param query its name
     */
    record QueryName(String pipeline, String query) implements Comparable<QueryName> {

        @Override
        public int compareTo(QueryName other) {
            int byPipeline = pipeline.compareTo(other.pipeline);
            return byPipeline == 0 ? query.compareTo(other.query) : byPipeline;
        }
    }

    /**
     * The releases of a query.
     *
     * @param terms its latest terms; null if none were claimed
     * @param released how many rows have been released
     * @param withheld how many rows key accounts have withheld
     */
    record Releases(@Nullable QueryTerms terms, long released, long withheld) {

        static final Releases NONE = new Releases(null, 0, 0);

        Releases under(QueryTerms latest) {
            return new Releases(latest, released, withheld);
        }

        Releases with(LedgerRow.Kind kind) {
            boolean isReleased = kind == LedgerRow.Kind.RELEASED;
            return new Releases(terms, released + (isReleased ? 1 : 0), withheld + (isReleased ? 0 : 1));
        }
    }

    /**
     * One period of the account of one key.
     *
     * @param scope whose
     * @param currency what is counted
     * @param spent what has been charged, exactly; null if that is more than is counted
     * @param limit what may be charged; null without a key account
     */
    record Account(
            ChargeAudit.Scope scope,
            Currency currency,
            @Nullable Amount spent,
            @Nullable Amount limit) {}

    @Override
    public void at(long offset, long written) {
        millis = written;
        super.at(offset, written);
    }

    @Override
    public void accept(byte[] bytes) {
        super.accept(bytes);
        each.accept(bytes, millis);
        LedgerBytes.decode(bytes).ifPresent(record -> count(record, LedgerTime.written(millis)));
    }

    private void count(LedgerRecord record, @Nullable Instant time) {
        if (!audit.isBroken()) {
            history.accept(record, time);
        }
        if (record instanceof DomainEntry entry && entry.event() instanceof Ownership ownership) {
            for (QueryTerms terms : ownership.claim().queries()) {
                QueryName name = new QueryName(ownership.pipeline(), terms.query());
                queries.put(name, releases(name).under(terms));
            }
        } else if (record instanceof RowEntry entry) {
            LedgerBytes.decodeRow(entry.row()).ifPresent(row -> count(entry.pipeline(), row));
        }
    }

    private void count(String pipeline, LedgerRow row) {
        QueryName name = new QueryName(pipeline, row.query());
        queries.put(name, releases(name).with(row.kind()));
    }

    private Releases releases(QueryName name) {
        return queries.getOrDefault(name, Releases.NONE);
    }

    /** Where the ledger breaks; empty if it is whole. */
    public Optional<LedgerBreak> broken() {
        return view().broken();
    }

    /** Reports that an entry that is known from elsewhere was not among the records. */
    public void lost() {
        isLost = true;
    }

    /**
     * Whether nothing is known to be missing. Otherwise more may have been spent than is counted, and the rest of a
     * budget is unknown.
     */
    boolean isWhole() {
        return !isLost && view().broken().isEmpty();
    }

    /** Words in front of what is spent: none if nothing is known to be missing. */
    String atLeast() {
        return isWhole() ? "" : "at least ";
    }

    /** The latest owner of each pipeline. */
    public Map<String, Owner> owners() {
        Map<String, Owner> owners = new TreeMap<>();
        view().pipelines().forEach((name, pipeline) -> owners.put(name, pipeline.owner()));
        return owners;
    }

    LedgerView view() {
        return audit.report().view();
    }

    LedgerHistory history() {
        return history;
    }

    /** A declared budget as the pipeline's file states it; empty if the file states another one. */
    Optional<Budget> stated(Amount declared) {
        return Optional.of(stated).filter(budget -> QueryPrice.afford(budget).equals(declared));
    }

    /** The queries of a pipeline, by name. */
    Map<String, Releases> queries(String pipeline) {
        Map<String, Releases> own = new TreeMap<>();
        queries.forEach((name, releases) -> {
            if (name.pipeline().equals(pipeline)) {
                own.put(name.query(), releases);
            }
        });
        return own;
    }

    /** What every key has been charged, by pipeline, query, key and period. */
    List<Account> accounts() {
        List<Account> accounts = new ArrayList<>();
        new TreeMap<>(audit.report().charges())
                .forEach((scope, spent) ->
                        accounts.add(new Account(scope, spent.currency(), counted(spent), limit(scope))));
        return accounts;
    }

    private @Nullable Amount limit(ChargeAudit.Scope scope) {
        QueryTerms terms =
                releases(new QueryName(scope.pipeline(), scope.query())).terms();
        return terms == null ? null : counted(terms.limit());
    }

    /** An amount, unless it stands for all that are more than a long counts. */
    private static @Nullable Amount counted(Amount amount) {
        return amount.femto() == Long.MAX_VALUE ? null : amount;
    }
}
