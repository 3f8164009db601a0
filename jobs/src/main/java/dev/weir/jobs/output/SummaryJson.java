package dev.weir.jobs.output;

import dev.weir.accountant.journal.audit.LedgerPlace;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.audit.Tenure;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.identity.Spelled;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A ledger's summary as JSON. Periods of the unit are numbered from the epoch on, times are epoch milliseconds. */
public final class SummaryJson {

    private final LedgerSummary summary;

    private SummaryJson(LedgerSummary summary) {
        this.summary = summary;
    }

    /** One JSON object on one line. */
    public static String of(LedgerSummary summary) {
        return JsonText.write(json -> JsonText.value(json, new SummaryJson(summary).fields()));
    }

    private Map<String, @Nullable Object> fields() {
        LedgerView view = summary.view();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("domain", view.domain());
        Declaration declared = view.declared();
        fields.put("unit", declared == null ? null : Spelled.of(declared.unit()));
        fields.put(
                "unit-field", declared == null ? null : known(declared.field().name()));
        fields.put("unit-form", declared == null ? null : known(declared.field().form()));
        fields.put("budget", declared == null ? null : amount(declared.budget()));
        fields.put("entries", view.tip().sequence());
        fields.put("hash", view.tip().hash().toString());
        fields.put("broken", view.broken().map(Object::toString).orElse(null));
        fields.put("skipped", view.skipped().count());
        fields.put(
                "skipped-at",
                view.skipped().first().stream().map(LedgerPlace::toString).toList());
        List<Object> pipelines = new ArrayList<>();
        view.pipelines().keySet().stream().sorted().forEach(name -> pipelines.add(pipeline(name, view.pipeline(name))));
        fields.put("pipelines", pipelines);
        fields.put(
                "accounts",
                summary.accounts().stream().map(SummaryJson::account).toList());
        return fields;
    }

    private Map<String, @Nullable Object> pipeline(String name, PipelineView pipeline) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("pipeline", name);
        fields.put("batches", pipeline.tip().sequence());
        fields.put("hash", pipeline.tip().hash().toString());
        fields.put("owner", owner(pipeline.owner()));
        fields.put("reach", known(pipeline.reach()));
        fields.put("spent", pipeline.tenures().stream().map(SummaryJson::tenure).toList());
        List<Object> queries = new ArrayList<>();
        summary.queries(name).forEach((query, releases) -> queries.add(query(query, releases)));
        fields.put("queries", queries);
        fields.put("topic", known(pipeline.claim().map(Claim::topic).orElse("")));
        fields.put("closed-through", known(pipeline.closing().through()));
        fields.put("closed-up-to", known(pipeline.closing().upTo()));
        fields.put(
                "adoptions",
                pipeline.adoptions().stream().map(SummaryJson::adoption).toList());
        return fields;
    }

    private static Map<String, Object> owner(PipelineView.Owner owner) {
        return ordered("entry", owner.number(), "run", owner.run(), "active", owner.active());
    }

    private static Map<String, @Nullable Object> tenure(Tenure tenure) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("from", tenure.from());
        fields.put("to", tenure.to() == Long.MAX_VALUE ? null : tenure.to());
        fields.put("share", amount(tenure.share()));
        return fields;
    }

    private static Map<String, Object> query(String name, LedgerSummary.Releases releases) {
        return ordered("query", name, "released", releases.released(), "withheld", releases.withheld());
    }

    private static Map<String, Object> adoption(Adoption adoption) {
        return ordered(
                "state", adoption.state().sequence(), "batch", adoption.ledger().sequence());
    }

    private static Map<String, @Nullable Object> account(LedgerSummary.Account account) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("pipeline", account.scope().pipeline());
        fields.put("query", account.scope().query());
        fields.put("key", account.scope().key());
        fields.put("period", account.scope().period());
        fields.put("currency", Spelled.of(account.spent().currency()));
        fields.put("spent", plain(account.spent()));
        Amount limit = account.limit();
        fields.put("limit", limit == null ? null : plain(limit));
        fields.put("balance", limit == null ? null : plain(limit).subtract(plain(account.spent())));
        return fields;
    }

    private static Map<String, Object> amount(Amount amount) {
        return ordered("currency", Spelled.of(amount.currency()), "amount", plain(amount));
    }

    static BigDecimal plain(Amount amount) {
        return amount.value().stripTrailingZeros();
    }

    private static @Nullable String known(String text) {
        return text.isEmpty() ? null : text;
    }

    private static @Nullable Long known(long value) {
        return value == Long.MIN_VALUE ? null : value;
    }

    private static Map<String, Object> ordered(Object... namesAndValues) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return fields;
    }
}
