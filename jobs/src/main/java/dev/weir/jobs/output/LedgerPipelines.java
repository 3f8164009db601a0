package dev.weir.jobs.output;

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
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.output.LedgerHistory.Decision;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The part of a ledger's page about each of its pipelines. */
final class LedgerPipelines {

    private final LedgerSummary summary;
    private final Map<String, Boolean> alive;
    private final LedgerView view;
    private final @Nullable PrivacyUnit unit;

    /**
     * Creates the part about the pipelines of a ledger.
     *
     * @param summary the summary of the ledger
     * @param alive whether a pipeline's owner is alive, by the name of the pipeline; without an entry if that is not
     *     known
     */
    LedgerPipelines(LedgerSummary summary, Map<String, Boolean> alive) {
        this.summary = summary;
        this.alive = alive;
        this.view = summary.view();
        Declaration declared = view.declared();
        this.unit = declared == null ? null : declared.unit();
    }

    /** The section about each pipeline, in the order of their names. */
    List<TitledValues> sections() {
        return view.pipelines().keySet().stream()
                .sorted()
                .map(name -> pipeline(name, view.pipeline(name)))
                .toList();
    }

    private TitledValues pipeline(String name, PipelineView pipeline) {
        TitledValues section =
                new TitledValues(2, 12).text("").text("Pipeline " + name).field("pipeline", name);
        batches(section, name, pipeline);
        spending(section, name, pipeline);
        section.field("queries", queries(name));
        if (pipeline.reach() != Long.MIN_VALUE) {
            section.line("released", "windows up to %s", Instant.ofEpochMilli(pipeline.reach()));
        }
        section.field(
                "topic", LedgerValues.known(pipeline.claim().map(Claim::topic).orElse("")));
        closing(section, name, pipeline.closing());
        return section;
    }

    private void batches(TitledValues section, String name, PipelineView pipeline) {
        Instant last = summary.history().lastBatch(name);
        long batches = pipeline.tip().sequence();
        section.line(
                        "batches",
                        "%d%s",
                        batches,
                        batches == 0 ? "" : ", the last one written " + LedgerValues.time(last))
                .field("batches", batches)
                .field("hash", pipeline.tip().hash().toString())
                .field("last-batch", LedgerTime.text(last))
                .field("owner", owner(section.part(), name, pipeline.owner()))
                .fields(LedgerTime.fields("reach", pipeline.reach()));
    }

    /**
     * Describes the owner. An owner that has not ended but shows no sign of life keeps its claim until the next start;
     * it is shown as not active.
     */
    private TitledValues owner(TitledValues section, String pipeline, PipelineView.Owner owner) {
        Boolean isAlive = owner.active() ? alive.get(pipeline) : Boolean.FALSE;
        return section.line("owner", "%s (entry %d), %s", owner.run(), owner.number(), life(owner, isAlive))
                .field("entry", owner.number())
                .field("run", owner.run())
                .field("active", isAlive)
                .field("ended", !owner.active());
    }

    private static String life(PipelineView.Owner owner, @Nullable Boolean isAlive) {
        if (!owner.active()) {
            return "ended";
        }
        if (isAlive == null) {
            return "not ended; the brokers do not say whether it is alive";
        }
        return isAlive ? "alive" : "not alive; its claim stays open until the next start";
    }

    /**
     * Adds the claims and the spending of a pipeline. Each start makes a claim. The claims between two adoptions do not
     * add up: the largest of them counts as spent.
     */
    private void spending(TitledValues section, String name, PipelineView pipeline) {
        List<TitledValues> claims = summary.history().claims(name).stream()
                .map(claim -> claim(section.part(), claim))
                .toList();
        section.field("claimed", claims)
                .field("spent", unit == null ? List.of() : spent(section, pipeline.intervals(), unit));
    }

    private List<TitledValues> spent(TitledValues section, List<SpendingInterval> intervals, PrivacyUnit of) {
        return DomainSpending.spans(of, intervals).stream()
                .map(span -> spent(section.part(), span, of))
                .toList();
    }

    private TitledValues claim(TitledValues section, Decision<Ownership> decision) {
        Claim claim = decision.event().claim();
        if (unit != null) {
            section.line("claimed", "%s (%s)", shares(claim, unit), LedgerValues.recorded(decision));
        }
        section.field("entry", decision.entry())
                .field("run", decision.event().run())
                .field("time", LedgerTime.text(decision.time()))
                .fields(LedgerTime.from(claim.from(), unit))
                .field("share", LedgerValues.share(claim.share(), claim.failures()));
        return claim.steps().isEmpty() ? section : section.field("steps", LedgerJson.steps(claim, unit));
    }

    private static String shares(Claim claim, PrivacyUnit unit) {
        return SpendingInterval.of("", 0, claim, claim.from()).stream()
                .map(share -> share.share().words(share.failures()) + " " + LedgerValues.since(share.from(), unit))
                .collect(Collectors.joining(", "));
    }

    private TitledValues spent(TitledValues section, PeriodSpending span, PrivacyUnit of) {
        return section.line("spent", "%s%s %s", summary.atLeast(), span.amounts(), span.periods(of))
                .fields(LedgerValues.periods(span, of))
                .field("parts", LedgerValues.parts(span));
    }

    private List<TitledValues> queries(String pipeline) {
        return summary.queries(pipeline).entrySet().stream()
                .map(entry -> query(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static TitledValues query(String query, ReleaseTally.Releases releases) {
        return new TitledValues(2, 12)
                .line(
                        "query",
                        "%s: %d released, %d withheld%s",
                        query,
                        releases.released(),
                        releases.withheld(),
                        releases.closed() == 0 ? "" : ", " + releases.closed() + " windows closed")
                .field("query", query)
                .field("released", releases.released())
                .field("withheld", releases.withheld())
                .known("closed-windows", releases.closed() == 0 ? null : releases.closed());
    }

    private void closing(TitledValues section, String name, Closing closing) {
        section.fields(LedgerTime.last("closed-through", closing.through(), unit))
                .fields(LedgerTime.fields("closed-up-to", closing.upTo()))
                .field(
                        "adoptions",
                        summary.history().adoptions(name).stream()
                                .map(adoption -> adoption(section.part(), adoption))
                                .toList());
        if (unit != null && closing.through() != Long.MIN_VALUE) {
            section.line("closed", "periods up to %s", unit.periodName(closing.through()));
        }
        if (closing.upTo() != Long.MIN_VALUE) {
            section.line("closed", "windows up to %s", Instant.ofEpochMilli(closing.upTo()));
        }
    }

    private static TitledValues adoption(TitledValues section, Decision<Adoption> decision) {
        long batches = decision.event().state().sequence();
        return section.line("adopted", "a state of %d batches, %s", batches, LedgerValues.time(decision.time()))
                .field("state", batches)
                .field("batch", decision.event().ledger().sequence())
                .field("time", LedgerTime.text(decision.time()));
    }
}
