package dev.weir.jobs.output;

import dev.weir.accountant.journal.audit.DomainBudget;
import dev.weir.accountant.journal.audit.DomainSpending;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PeriodSpending;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.audit.SpendingInterval;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.output.LedgerHistory.Decision;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A ledger's summary as a page of text. */
public final class SummaryText {

    private final LedgerSummary summary;
    private final Map<String, Boolean> alive;
    private final StringBuilder text = new StringBuilder();

    private SummaryText(LedgerSummary summary, Map<String, Boolean> alive) {
        this.summary = summary;
        this.alive = alive;
    }

    /**
     * The summary as a page of text, with the end of its last line.
     *
     * @param summary the summary, after the last record
     * @param alive whether the owner of each pipeline is alive; a pipeline is missing if that is not known
     */
    public static String of(LedgerSummary summary, Map<String, Boolean> alive) {
        return new SummaryText(summary, alive).write();
    }

    private String write() {
        LedgerView view = summary.view();
        line("Ledger of domain %s, %d entries", view.domain(), view.tip().sequence());
        DomainBudget budget = view.budget();
        if (budget == null) {
            line("Nothing has been declared yet");
        } else {
            declared(budget, view);
        }
        view.broken().ifPresent(problem -> line("BROKEN      %s", problem));
        if (!view.skipped().isEmpty()) {
            line("Skipped     records that cannot be read: %s", view.skipped());
        }
        view.pipelines().keySet().stream().sorted().forEach(name -> pipeline(name, view));
        accounts();
        return text.toString();
    }

    private void declared(DomainBudget budget, LedgerView view) {
        Declaration declared = budget.first();
        line(
                "Budget      %s for each %s, declared %s",
                budget(declared.budget()),
                declared.unit().words(),
                time(summary.history().declared()));
        for (Decision<Raise> raise : summary.history().raises(budget)) {
            line(
                    "Raised      %s %s (%s)",
                    budget(raise.event().budget()), since(raise.event().from(), declared.unit()), recorded(raise));
        }
        if (declared.field().isKnown()) {
            line("Units       by %s", declared.field());
        }
        for (PeriodSpending span : budget.cut(DomainSpending.spans(declared.unit(), view.intervals()))) {
            String left = span.left(budget.in(span.from()))
                    .filter(rest -> summary.isWhole())
                    .map(rest -> "; " + rest.words() + " left")
                    .orElse("");
            line("Spent       %s%s %s%s", atLeast(), span, span.periods(declared.unit()), left);
        }
    }

    private String atLeast() {
        return summary.isWhole() ? "" : "at least ";
    }

    private String budget(Amount declared) {
        String amount = declared.words();
        String stated = summary.stated(declared).map(SummaryText::stated).orElse(amount);
        return stated + (stated.equals(amount) ? "" : ", that is " + amount + ",");
    }

    private static String stated(Budget budget) {
        return BudgetJson.fields(budget).entrySet().stream()
                .map(field -> field.getKey() + " " + plain(field.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String plain(Object number) {
        return new BigDecimal(number.toString()).stripTrailingZeros().toPlainString();
    }

    private void pipeline(String name, LedgerView view) {
        PipelineView pipeline = view.pipeline(name);
        line("");
        line("Pipeline %s", name);
        long batches = pipeline.tip().sequence();
        line(
                "  batches     %d%s",
                batches,
                batches == 0
                        ? ""
                        : ", the last one written " + time(summary.history().lastBatch(name)));
        PipelineView.Owner owner = pipeline.owner();
        line("  owner       %s (entry %d), %s", owner.run(), owner.number(), life(name, owner));
        spending(name, view);
        summary.queries(name)
                .forEach((query, releases) -> line(
                        "  query       %s: %d released, %d withheld", query, releases.released(), releases.withheld()));
        if (pipeline.reach() != Long.MIN_VALUE) {
            line("  released    windows up to %s", Instant.ofEpochMilli(pipeline.reach()));
        }
        adoptions(name, view);
    }

    private String life(String pipeline, PipelineView.Owner owner) {
        if (!owner.active()) {
            return "ended";
        }
        Boolean isAlive = alive.get(pipeline);
        if (isAlive == null) {
            return "not ended; the brokers do not say whether it is alive";
        }
        return isAlive ? "alive" : "not alive; its claim stays open until the next start";
    }

    /**
     * Writes the claims and the spending. Each start claims; the spending is the largest claim of a life, because
     * claims do not add.
     */
    private void spending(String name, LedgerView view) {
        Declaration declared = view.declared();
        if (declared != null) {
            for (Decision<Ownership> claim : summary.history().claims(name)) {
                line("  claimed     %s (%s)", shares(claim.event().claim(), declared.unit()), recorded(claim));
            }
            for (PeriodSpending span :
                    DomainSpending.spans(declared.unit(), view.pipeline(name).intervals())) {
                line("  spent       %s%s %s", atLeast(), span.amounts(), span.periods(declared.unit()));
            }
        }
    }

    private static String shares(Claim claim, PrivacyUnit unit) {
        return SpendingInterval.of("", 0, claim, claim.from()).stream()
                .map(share -> share.share().words(share.failures()) + " " + since(share.from(), unit))
                .collect(Collectors.joining(", "));
    }

    private static String since(long period, PrivacyUnit unit) {
        return unit.isPeriodic() ? "from " + unit.periodName(period) + " on" : "in all";
    }

    private void adoptions(String name, LedgerView view) {
        Declaration declared = view.declared();
        Closing closing = view.pipeline(name).closing();
        for (Decision<Adoption> adoption : summary.history().adoptions(name)) {
            line(
                    "  adopted     a state of %d batches, %s",
                    adoption.event().state().sequence(), time(adoption.time()));
        }
        if (declared != null && closing.through() != Long.MIN_VALUE) {
            line("  closed      periods up to %s", declared.unit().periodName(closing.through()));
        }
        if (closing.upTo() != Long.MIN_VALUE) {
            line("  closed      windows up to %s", Instant.ofEpochMilli(closing.upTo()));
        }
    }

    /** The number of a decision in the domain's chain, and the time at which it was written. */
    private static String recorded(Decision<?> decision) {
        return "entry " + decision.entry() + ", " + (decision.time() == null ? "" : "at ") + time(decision.time());
    }

    private static String time(@Nullable Instant time) {
        return time == null ? "at an unknown time" : time.toString();
    }

    private void accounts() {
        boolean isFirst = true;
        for (LedgerSummary.Account account : summary.accounts()) {
            Amount limit = account.limit();
            if (limit != null) {
                if (isFirst) {
                    line("\nKey accounts");
                    isFirst = false;
                }
                line(
                        "  %s, key %s, period from %s: %s",
                        account.scope().query(),
                        account.scope().key(),
                        Instant.ofEpochMilli(account.scope().period()),
                        spent(account.spent(), limit));
            }
        }
    }

    private static String spent(@Nullable Amount spent, Amount limit) {
        return spent == null
                ? "more than can be counted, of " + limit.words()
                : SummaryJson.plain(spent).toPlainString() + " of " + limit.words() + " spent";
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
