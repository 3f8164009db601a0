package dev.weir.jobs.output;

import dev.weir.accountant.journal.audit.DomainBudget;
import dev.weir.accountant.journal.audit.DomainSpending;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PeriodSpending;
import dev.weir.accountant.journal.audit.PeriodSpending.SpentShare;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.audit.SpendingInterval;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.reading.RecordPosition;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.output.LedgerHistory.Decision;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A ledger's summary as JSON. Periods of the unit are numbered from the epoch on, times are epoch milliseconds; behind each of them is
 * its date, as a field of the same name that ends with {@code -time}. A sum is exact or null.
 */
public final class SummaryJson {

    private final LedgerSummary summary;
    private final Map<String, Boolean> alive;
    private final @Nullable PrivacyUnit unit;

    private SummaryJson(LedgerSummary summary, Map<String, Boolean> alive) {
        this.summary = summary;
        this.alive = alive;
        Declaration declared = summary.view().declared();
        this.unit = declared == null ? null : declared.unit();
    }

    /**
     * The summary as one JSON object on one line.
     *
     * @param summary the summary, after the last record
     * @param alive whether the owner of each pipeline is alive; a pipeline is missing if that is not known
     */
    public static String of(LedgerSummary summary, Map<String, Boolean> alive) {
        return JsonText.write(json -> JsonText.value(json, new SummaryJson(summary, alive).fields()));
    }

    private Map<String, @Nullable Object> fields() {
        LedgerView view = summary.view();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("domain", view.domain());
        Declaration declared = view.declared();
        fields.put("unit", declared == null ? null : declared.unit().words());
        fields.put(
                "unit-field", declared == null ? null : known(declared.field().name()));
        fields.put("unit-form", declared == null ? null : known(declared.field().form()));
        DomainBudget budget = view.budget();
        fields.put("budget", budget == null ? null : budget(budget.first()));
        fields.put("raises", raises(budget));
        fields.put("entries", view.tip().sequence());
        fields.put("hash", view.tip().hash().toString());
        fields.put("broken", view.broken().map(Object::toString).orElse(null));
        fields.put("skipped", view.skipped().count());
        fields.put(
                "skipped-at",
                view.skipped().first().stream().map(RecordPosition::toString).toList());
        fields.put("spent-is-lower-bound", !summary.isWhole());
        fields.put("spent", spent(view.intervals(), budget));
        List<Object> pipelines = new ArrayList<>();
        view.pipelines().keySet().stream().sorted().forEach(name -> pipelines.add(pipeline(name, view.pipeline(name))));
        fields.put("pipelines", pipelines);
        fields.put(
                "accounts",
                summary.accounts().stream().map(SummaryJson::account).toList());
        return fields;
    }

    private Map<String, @Nullable Object> budget(Declaration declared) {
        Map<String, @Nullable Object> fields = budget(declared.budget(), declared.failures());
        fields.put("declared", LedgerTime.text(summary.history().declared()));
        return fields;
    }

    private Map<String, @Nullable Object> budget(Amount amount, Delta failures) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(share(amount, failures));
        summary.stated(amount).map(BudgetJson::fields).ifPresent(fields::putAll);
        return fields;
    }

    private List<Map<String, @Nullable Object>> raises(@Nullable DomainBudget budget) {
        return budget == null
                ? List.of()
                : summary.history().raises(budget).stream().map(this::raise).toList();
    }

    private Map<String, @Nullable Object> raise(Decision<Raise> raise) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("entry", raise.entry());
        fields.put("time", LedgerTime.text(raise.time()));
        LedgerTime.putFrom(raise.event().from(), unit, fields);
        fields.put("budget", budget(raise.event().budget(), raise.event().failures()));
        return fields;
    }

    private Map<String, @Nullable Object> pipeline(String name, PipelineView pipeline) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("pipeline", name);
        fields.put("batches", pipeline.tip().sequence());
        fields.put("hash", pipeline.tip().hash().toString());
        fields.put("last-batch", LedgerTime.text(summary.history().lastBatch(name)));
        fields.put("owner", owner(name, pipeline.owner()));
        LedgerTime.put("reach", pipeline.reach(), fields);
        List<Decision<Ownership>> claims = summary.history().claims(name);
        fields.put("claimed", claims.stream().map(this::claim).toList());
        fields.put("spent", spent(pipeline.intervals(), null));
        List<Object> queries = new ArrayList<>();
        summary.queries(name).forEach((query, releases) -> queries.add(query(query, releases)));
        fields.put("queries", queries);
        fields.put("topic", known(pipeline.claim().map(Claim::topic).orElse("")));
        LedgerTime.putLast("closed-through", pipeline.closing().through(), unit, fields);
        LedgerTime.put("closed-up-to", pipeline.closing().upTo(), fields);
        List<Decision<Adoption>> adoptions = summary.history().adoptions(name);
        fields.put("adoptions", adoptions.stream().map(SummaryJson::adoption).toList());
        return fields;
    }

    /**
     * The fields of an owner. An owner that has not ended and shows no sign of life keeps its claim until the next
     * start, and is not active.
     */
    private Map<String, @Nullable Object> owner(String pipeline, PipelineView.Owner owner) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("entry", owner.number());
        fields.put("run", owner.run());
        fields.put("active", owner.active() ? alive.get(pipeline) : Boolean.FALSE);
        fields.put("ended", !owner.active());
        return fields;
    }

    private Map<String, @Nullable Object> claim(Decision<Ownership> claim) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("entry", claim.entry());
        fields.put("run", claim.event().run());
        fields.put("time", LedgerTime.text(claim.time()));
        LedgerTime.putFrom(claim.event().claim().from(), unit, fields);
        fields.put(
                "share",
                share(claim.event().claim().share(), claim.event().claim().failures()));
        if (!claim.event().claim().steps().isEmpty()) {
            fields.put("steps", LedgerJson.steps(claim.event().claim(), unit));
        }
        return fields;
    }

    /**
     * The spending, and the rest of a budget. Claims of one life of a pipeline do not add, so the spending is less than
     * their sum.
     */
    private List<Object> spent(List<SpendingInterval> intervals, @Nullable DomainBudget budget) {
        List<Object> spans = new ArrayList<>();
        List<PeriodSpending> all = unit == null ? List.of() : DomainSpending.spans(unit, intervals);
        for (PeriodSpending span : budget == null ? all : budget.cut(all)) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            LedgerTime.putFrom(span.from(), unit, fields);
            LedgerTime.putLast("to", span.to(), unit, fields);
            fields.put("share", span.sum().map(SummaryJson::share).orElse(null));
            if (budget != null) {
                fields.put(
                        "left",
                        span.left(budget.in(span.from()))
                                .filter(rest -> summary.isWhole())
                                .map(SummaryJson::amount)
                                .orElse(null));
            }
            fields.put("parts", span.shares().stream().map(SummaryJson::part).toList());
            spans.add(fields);
        }
        return spans;
    }

    private static Map<String, Object> part(SpentShare share) {
        return ordered("pipeline", share.pipeline(), "share", share(share));
    }

    private static Map<String, Object> query(String name, LedgerSummary.Releases releases) {
        return ordered("query", name, "released", releases.released(), "withheld", releases.withheld());
    }

    private static Map<String, @Nullable Object> adoption(Decision<Adoption> adoption) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("state", adoption.event().state().sequence());
        fields.put("batch", adoption.event().ledger().sequence());
        fields.put("time", LedgerTime.text(adoption.time()));
        return fields;
    }

    private static Map<String, @Nullable Object> account(LedgerSummary.Account account) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("pipeline", account.scope().pipeline());
        fields.put("query", account.scope().query());
        fields.put("key", account.scope().key());
        Amount limit = account.limit();
        LedgerTime.put("period", account.scope().period(), fields);
        fields.put("currency", account.currency().words());
        Amount spent = account.spent();
        fields.put("spent", spent == null ? null : plain(spent));
        fields.put("limit", limit == null ? null : plain(limit));
        fields.put(
                "balance", limit == null || spent == null ? null : plain(limit).subtract(plain(spent)));
        return fields;
    }

    private static Map<String, Object> share(SpentShare share) {
        return share(share.amount(), share.failures());
    }

    private static Map<String, Object> share(Amount amount, Delta failures) {
        Map<String, Object> fields = amount(amount);
        fields.put("delta", failures.value().stripTrailingZeros());
        return fields;
    }

    private static Map<String, Object> amount(Amount amount) {
        return ordered("currency", amount.currency().words(), "amount", plain(amount));
    }

    static BigDecimal plain(Amount amount) {
        return amount.value().stripTrailingZeros();
    }

    private static @Nullable String known(String text) {
        return text.isEmpty() ? null : text;
    }

    private static Map<String, Object> ordered(Object... namesAndValues) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return fields;
    }
}
