package dev.weir.jobs.output;

import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.audit.Tenure;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.identity.Spelled;
import java.time.Instant;
import java.util.Locale;

/** A ledger's summary as a page of text. */
public final class SummaryText {

    private final LedgerSummary summary;
    private final StringBuilder text = new StringBuilder();

    private SummaryText(LedgerSummary summary) {
        this.summary = summary;
    }

    /** A page, with the end of its last line. */
    public static String of(LedgerSummary summary) {
        return new SummaryText(summary).write();
    }

    private String write() {
        LedgerView view = summary.view();
        line("Ledger of domain %s, %d entries", view.domain(), view.tip().sequence());
        Declaration declared = view.declared();
        line(
                "%s",
                declared == null
                        ? "Nothing has been declared yet"
                        : "Budget      " + amount(declared.budget()) + " for each " + Spelled.of(declared.unit()));
        if (declared != null && declared.field().isKnown()) {
            line("Units       by %s", declared.field());
        }
        view.broken().ifPresent(problem -> line("BROKEN      %s", problem));
        if (!view.skipped().isEmpty()) {
            line("Skipped     records that cannot be read: %s", view.skipped());
        }
        view.pipelines().keySet().stream().sorted().forEach(name -> pipeline(name, view.pipeline(name)));
        accounts();
        return text.toString();
    }

    private void pipeline(String name, PipelineView pipeline) {
        line("");
        line("Pipeline %s", name);
        line("  batches     %d", pipeline.tip().sequence());
        PipelineView.Owner owner = pipeline.owner();
        line("  owner       %s (entry %d), %s", owner.run(), owner.number(), owner.active() ? "active" : "ended");
        pipeline.tenures().forEach(this::tenure);
        summary.queries(name)
                .forEach((query, releases) -> line(
                        "  query       %s: %d released, %d withheld", query, releases.released(), releases.withheld()));
        if (pipeline.reach() != Long.MIN_VALUE) {
            line("  released    windows up to %s", Instant.ofEpochMilli(pipeline.reach()));
        }
        if (!pipeline.adoptions().isEmpty()) {
            line(
                    "  adopted     %d times, closed up to period %d",
                    pipeline.adoptions().size(), pipeline.closing().through());
        }
    }

    private void tenure(Tenure tenure) {
        String to = tenure.to() == Long.MAX_VALUE ? "on, as long as it may release" : "to " + tenure.to();
        line("  spent       %s in periods from %d %s", amount(tenure.share()), tenure.from(), to);
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
                        "  %s, key %s, period from %s: %s of %s spent",
                        account.scope().query(),
                        account.scope().key(),
                        Instant.ofEpochMilli(account.scope().period()),
                        SummaryJson.plain(account.spent()).toPlainString(),
                        amount(limit));
            }
        }
    }

    private static String amount(Amount amount) {
        return Spelled.of(amount.currency()).replace('-', ' ') + " "
                + SummaryJson.plain(amount).toPlainString();
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
