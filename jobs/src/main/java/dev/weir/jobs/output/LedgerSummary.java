package dev.weir.jobs.output;

import dev.weir.accountant.journal.audit.ChargeAudit;
import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.journal.reading.ForwardingRecords;
import dev.weir.accountant.journal.reading.LedgerBreak;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** Sums up the records of a ledger, for people and scripts inside the trusted base. */
public final class LedgerSummary extends ForwardingRecords {

    private final LedgerAudit audit;
    private final Budget stated;
    private final ObjLongConsumer<byte[]> each;
    private final LedgerHistory history = new LedgerHistory();
    private long millis = -1;
    private boolean isLost;
    private boolean isCut;
    private final ReleaseTally queries = new ReleaseTally();

    /**
     * Creates an empty summary of the ledger of a domain. It receives the records afterwards.
     *
     * @param domain the name of the domain
     * @param stated the budget of the domain as a pipeline's file states it
     * @param each receives the bytes of every record, and the time at which it was written, epoch milliseconds; below 0
     *     if the time is not known
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
     * One period of the account of one key.
     *
     * @param scope the pipeline, query, key and period of the account
     * @param currency the currency of the amounts
     * @param spent the exact amount that has been charged; null if it is too large for a long
     * @param limit the most that may be charged; null without a key account
     */
    record Account(
            ChargeAudit.Scope scope,
            Currency currency,
            @Nullable Amount spent,
            @Nullable Amount limit) {}

    /** The first records are cut off. What their snapshot does not tell, such as numbers of releases, begins behind the cut. */
    @Override
    public void cut() {
        isCut = true;
        super.cut();
    }

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
        queries.accept(record);
    }

    /** Returns the declared unit; empty if the records read so far, or their snapshot, do not tell it. */
    public Optional<PrivacyUnit> unit() {
        return Optional.ofNullable(view().declared()).map(Declaration::unit);
    }

    /** Returns where the ledger breaks; empty if it is whole. */
    public Optional<LedgerBreak> broken() {
        return view().broken();
    }

    /** Reports that a ledger entry, which is known from elsewhere, was missing from the records. */
    public void lost() {
        isLost = true;
    }

    /**
     * Whether all records are known to this summary. If not, more may have been spent than is counted, and the rest of
     * a budget is unknown.
     */
    boolean isWhole() {
        return !isLost && view().broken().isEmpty();
    }

    /** Whether the first records are cut off and not shown. */
    boolean isCut() {
        return isCut;
    }

    /** The words in front of a spent amount: none if the summary is whole, otherwise "at least". */
    String atLeast() {
        return isWhole() ? "" : "at least ";
    }

    /** Returns the latest owner of each pipeline, by the name of the pipeline. */
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

    /**
     * The budget in the pipeline's file, if it affords exactly the declared amount; empty if the file states another
     * budget.
     */
    Optional<Budget> stated(Amount declared) {
        return Optional.of(stated).filter(budget -> QueryPrice.afford(budget).equals(declared));
    }

    /** The releases of a pipeline's queries, by the name of the query. */
    Map<String, ReleaseTally.Releases> queries(String pipeline) {
        return queries.of(pipeline);
    }

    /** The accounts of all keys, ordered by pipeline, query, key and period. */
    List<Account> accounts() {
        List<Account> accounts = new ArrayList<>();
        new TreeMap<>(audit.report().charges())
                .forEach((scope, spent) ->
                        accounts.add(new Account(scope, spent.currency(), counted(spent), limit(scope))));
        return accounts;
    }

    private @Nullable Amount limit(ChargeAudit.Scope scope) {
        QueryTerms terms = queries.of(scope.pipeline(), scope.query()).terms();
        return Optional.ofNullable(terms)
                .or(() -> claimed(scope))
                .map(claimed -> counted(claimed.limit()))
                .orElse(null);
    }

    /** The terms of a query in the latest claim of its pipeline, which may be cut off. */
    private Optional<QueryTerms> claimed(ChargeAudit.Scope scope) {
        return view().pipeline(scope.pipeline()).claim().stream()
                .flatMap(claim -> claim.queries().stream())
                .filter(terms -> terms.query().equals(scope.query()))
                .findFirst();
    }

    /**
     * Returns the amount; null if it is {@link Long#MAX_VALUE}, which represents every amount that is too large for a
     * long.
     */
    private static @Nullable Amount counted(Amount amount) {
        return amount.femto() == Long.MAX_VALUE ? null : amount;
    }
}
