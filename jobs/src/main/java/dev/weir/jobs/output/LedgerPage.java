package dev.weir.jobs.output;

import dev.weir.accountant.journal.audit.DomainBudget;
import dev.weir.accountant.journal.audit.DomainSpending;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PeriodSpending;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.meaning.UnitField;
import dev.weir.accountant.journal.reading.RecordPosition;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.output.LedgerHistory.Decision;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The summary of a ledger as a page. Its fields give a period as its number since the epoch, and a time as epoch
 * milliseconds. Each of these fields is followed by its date, in a field with the same name and the ending
 * {@code -time}. A sum is exact, or null if it cannot be counted.
 */
public final class LedgerPage {

    private final LedgerSummary summary;
    private final LedgerView view;
    private final LedgerKeys keys;
    private final TitledValues page = new TitledValues(0, 12);

    private LedgerPage(LedgerSummary summary, LedgerKeys keys) {
        this.summary = summary;
        this.keys = keys;
        this.view = summary.view();
    }

    /**
     * Makes the page.
     *
     * @param summary the summary of the ledger
     * @param alive whether a pipeline's owner is alive, by the name of the pipeline; without an entry if that is not
     *     known
     * @param pipeline the pipeline that names the attributes of its keys
     */
    public static TitledValues of(LedgerSummary summary, Map<String, Boolean> alive, Pipeline pipeline) {
        return of(summary, alive, LedgerKeys.of(pipeline));
    }

    static TitledValues of(LedgerSummary summary, Map<String, Boolean> alive, LedgerKeys keys) {
        return new LedgerPage(summary, keys).write(alive);
    }

    private TitledValues write(Map<String, Boolean> alive) {
        Declaration declared = view.declared();
        PrivacyUnit unit = declared == null ? null : declared.unit();
        UnitField field = declared == null ? UnitField.UNKNOWN : declared.field();
        page.text("Ledger of domain " + view.domain() + ", " + view.tip().sequence() + " entries")
                .field("domain", view.domain())
                .field("unit", unit == null ? null : unit.words())
                .fields(unit == null ? Map.of() : LedgerValues.zone(unit))
                .field("unit-field", LedgerValues.known(field.name()))
                .field("unit-form", LedgerValues.known(field.form()))
                .field("times", field.times().isKnown() ? field.times().toString() : null);
        budget(view.budget());
        if (field.isKnown()) {
            page.line("Units", "by %s", field);
        }
        if (field.times().isKnown()) {
            page.line("Times", "from %s", field.times());
        }
        chain();
        DomainBudget budget = view.budget();
        page.field("spent-is-lower-bound", !summary.isWhole())
                .field("spent", budget == null ? List.of() : spent(budget));
        LedgerPipelines pipelines = new LedgerPipelines(summary, alive);
        return page.field("pipelines", pipelines.sections()).field("accounts", accounts());
    }

    private void budget(@Nullable DomainBudget budget) {
        if (budget == null) {
            page.text("Nothing has been declared yet").field("budget", null).field("raises", List.of());
            return;
        }
        Declaration first = budget.first();
        Instant declared = summary.history().declared();
        page.line(
                        "Budget",
                        "%s%s for each %s, declared %s",
                        words(first.budget()),
                        forKeys(first),
                        first.unit().zonedWords(),
                        LedgerValues.time(declared))
                .field(
                        "budget",
                        amount(first.budget(), first.failures())
                                .known(BudgetJson.FOR_KEYS, keys(first))
                                .field("declared", LedgerTime.text(declared)))
                .field(
                        "raises",
                        summary.history().raises(budget).stream()
                                .map(raise -> raise(raise, first.unit()))
                                .toList());
    }

    /** The part of the domain's &delta; that pays for discovered keys; null if there is none. */
    private static @Nullable BigDecimal keys(Declaration declared) {
        return declared.keys().equals(Delta.ZERO)
                ? null
                : declared.keys().value().stripTrailingZeros();
    }

    private static String forKeys(Declaration declared) {
        return declared.keys().equals(Delta.ZERO)
                ? ""
                : " and delta " + declared.keys().words() + " for keys,";
    }

    private TitledValues raise(Decision<Raise> decision, PrivacyUnit unit) {
        Raise raise = decision.event();
        return page.part()
                .line(
                        "Raised",
                        "%s %s (%s)",
                        words(raise.budget()),
                        LedgerValues.since(raise.from(), unit),
                        LedgerValues.recorded(decision))
                .field("entry", decision.entry())
                .field("time", LedgerTime.text(decision.time()))
                .fields(LedgerTime.from(raise.from(), unit))
                .field("budget", amount(raise.budget(), raise.failures()));
    }

    private void chain() {
        page.field("entries", view.tip().sequence())
                .field("hash", view.tip().hash().toString())
                .field("broken", view.broken().map(Object::toString).orElse(null))
                .field("skipped", view.skipped().count())
                .field(
                        "skipped-at",
                        view.skipped().first().stream()
                                .map(RecordPosition::toString)
                                .toList());
        view.broken().ifPresent(problem -> page.line("BROKEN", "%s", problem));
        page.known("cut", summary.isCut() ? Boolean.TRUE : null);
        if (summary.isCut()) {
            page.line(
                    "Cut",
                    "what was written first is in archives (--archive FILE): releases, claims and adoptions are counted behind it,"
                            + " spending and accounts from the beginning");
        }
        if (!view.skipped().isEmpty()) {
            page.line("Skipped", "records that cannot be read: %s", view.skipped());
        }
    }

    private List<TitledValues> spent(DomainBudget budget) {
        PrivacyUnit unit = budget.first().unit();
        return budget.cut(DomainSpending.spans(unit, view.intervals())).stream()
                .map(span -> spent(span, budget, unit))
                .toList();
    }

    private TitledValues spent(PeriodSpending span, DomainBudget budget, PrivacyUnit unit) {
        Optional<Amount> left = span.left(budget.in(span.from())).filter(rest -> summary.isWhole());
        String rest = left.map(amount -> "; " + amount.words() + " left").orElse("");
        return page.part()
                .line("Spent", "%s%s %s%s", summary.atLeast(), span, span.periods(unit), rest)
                .fields(LedgerValues.periods(span, unit))
                .field("left", left.map(LedgerValues::amount).orElse(null))
                .field("parts", LedgerValues.parts(span));
    }

    private List<TitledValues> accounts() {
        List<LedgerSummary.Account> accounts = summary.accounts();
        if (accounts.stream().anyMatch(account -> account.limit() != null)) {
            page.text("").text("Key accounts");
        }
        return accounts.stream().map(this::account).toList();
    }

    private TitledValues account(LedgerSummary.Account account) {
        TitledValues fields = new TitledValues()
                .field("pipeline", account.scope().pipeline())
                .field("query", account.scope().query())
                .field("key", keys.field(account.scope()))
                .fields(LedgerTime.fields("period", account.scope().period()))
                .field("currency", account.currency().words());
        Amount limit = account.limit();
        Amount spent = account.spent();
        if (limit != null) {
            fields.text("  " + account.scope().query() + ", key " + keys.words(account.scope()) + ", period from "
                    + Instant.ofEpochMilli(account.scope().period()) + ": " + words(spent, limit));
        }
        return fields.field("spent", spent == null ? null : LedgerValues.plain(spent))
                .field("limit", limit == null ? null : LedgerValues.plain(limit))
                .field(
                        "balance",
                        limit == null || spent == null
                                ? null
                                : LedgerValues.plain(limit).subtract(LedgerValues.plain(spent)));
    }

    private static String words(@Nullable Amount spent, Amount limit) {
        return spent == null
                ? "more than can be counted, of " + limit.words()
                : LedgerValues.plain(spent).toPlainString() + " of " + limit.words() + " spent";
    }

    private TitledValues amount(Amount amount, Delta failures) {
        TitledValues fields = LedgerValues.share(amount, failures);
        summary.stated(amount).map(BudgetJson::fields).ifPresent(fields::fields);
        return fields;
    }

    private String words(Amount declared) {
        String amount = declared.words();
        String stated = summary.stated(declared)
                .map(budget -> BudgetJson.fields(budget).entrySet().stream()
                        .map(field -> field.getKey() + " "
                                + new BigDecimal(field.getValue().toString())
                                        .stripTrailingZeros()
                                        .toPlainString())
                        .collect(Collectors.joining(", ")))
                .orElse(amount);
        return stated + (stated.equals(amount) ? "" : ", that is " + amount + ",");
    }
}
