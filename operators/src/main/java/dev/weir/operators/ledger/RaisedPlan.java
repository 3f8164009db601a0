package dev.weir.operators.ledger;

import dev.weir.accountant.journal.audit.DomainBudget;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.state.restore.Fingerprint;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The plan of a pipeline whose budget may have been raised since its last run. The class determines the first period in
 * which the prices of the pipeline file hold, and the prices of the periods before that one. The ledger's latest claim
 * contains the earlier prices. The raise of the domain's budget permits the larger ones.
 *
 * <p>The larger prices begin with the first period that meets four conditions: the raise of the domain's budget is in
 * force in this period; the period begins after the present plus {@code max-skew}; it comes after every period that the
 * pipeline has released anything about; and it comes after the first period of the latest claim's last price step.
 * Nobody can have a record of this period yet, so no noise has been drawn for a series that begins in it ({@link
 * dev.weir.operators.query.PriceStep}).
 *
 * <p>A plan that cannot have another price step keeps the prices of its file. The checks against the ledger and the
 * state then refuse a query whose price has changed under the same version.
 *
 * @param plan the plan of the pipeline file
 * @param pipeline the ledger's content about the pipeline
 * @param budget the budget of the domain; empty while no budget is declared
 */
record RaisedPlan(Plan plan, PipelineView pipeline, Optional<DomainBudget> budget) {

    /** The plan of a pipeline, given the content of its ledger. */
    static RaisedPlan of(Plan plan, LedgerView view, String pipeline) {
        return new RaisedPlan(plan, view.pipeline(pipeline), Optional.ofNullable(view.budget()));
    }

    /**
     * The plan with the prices of all periods. The present is the later of this machine's time and {@link
     * Ledger#lastWritten}.
     */
    Plan priced(Ledger ledger) throws IOException, InterruptedException {
        boolean begins = latest().filter(this::isRaised).isPresent();
        long skew = plan.timing().maxSkewMillis();
        return priced(begins ? new LedgerClock(ledger, InstantSource.system(), skew).latest() : 0);
    }

    /**
     * The plan with the prices of all periods.
     *
     * @param clock a time that no admitted record exceeds, epoch milliseconds: at least the time of every slot that has
     *     been read, plus {@code max-skew}
     */
    Plan priced(long clock) {
        List<ShareStep> steps = latest().map(claim -> steps(claim, clock)).orElse(List.of());
        try {
            return steps.isEmpty() ? plan : plan.withSteps(steps, this::endless);
        } catch (IllegalArgumentException e) {
            return plan;
        }
    }

    /**
     * The index of the price that a query without a reset keeps: the price under which the ledger knows the query, or
     * the latest price if the query is new under its version.
     */
    private int endless(List<PricedQuery> prices) {
        for (int price = 0; price < prices.size(); price++) {
            QueryMeaning meaning = Fingerprint.meaning(prices.get(price));
            String name = prices.get(price).query().name();
            Optional<QueryMeaning> known = pipeline.meaning(name, meaning.version());
            if (known.filter(before -> before.cells().equals(meaning.cells())).isPresent()) {
                return price;
            }
        }
        return prices.size() - 1;
    }

    private List<ShareStep> steps(Claim claim, long clock) {
        if (claim.share().equals(share())) {
            return claim.steps();
        }
        return isRaised(claim) && lastRaise().isPresent()
                ? more(claim, lastRaise().get(), clock)
                : List.of();
    }

    private Optional<Claim> latest() {
        return pipeline.claim();
    }

    private Amount share() {
        return plan.noise();
    }

    /** Whether the pipeline file has a larger budget than the latest claim, and the privacy unit has periods. */
    private boolean isRaised(Claim claim) {
        return plan.unit().isPeriodic() && isLarger(claim);
    }

    private boolean isLarger(Claim claim) {
        return claim.share().currency() == share().currency() && claim.share().compareTo(share()) < 0;
    }

    private Optional<Raise> lastRaise() {
        return budget.map(DomainBudget::raises)
                .filter(raises -> !raises.isEmpty())
                .map(raises -> raises.get(raises.size() - 1));
    }

    private List<ShareStep> more(Claim claim, Raise raise, long clock) {
        List<ShareStep> steps = new ArrayList<>(claim.steps());
        long last = Math.max(plan.unit().period(clock), pipeline.lastPeriod(plan.unit()));
        long from = Math.max(raise.from(), last + 1);
        if (!steps.isEmpty()) {
            from = Math.max(from, steps.get(steps.size() - 1).from() + 1);
        }
        steps.add(new ShareStep(from, claim.share()));
        return steps;
    }

    /**
     * The remedy if the pipeline's budget is larger than in its latest claim but the domain's budget has never been
     * raised; empty in every other case.
     */
    Optional<String> missingRaise() {
        if (latest().filter(this::isLarger).isEmpty() || lastRaise().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                plan.unit().isPeriodic()
                        ? "raise the version, or take the change back; a larger privacy.budget alone goes on under its version once"
                                + " the domain's budget has been raised: weir ledger declare"
                        : "raise the version, or take the change back; units without periods keep their prices");
    }

    private static boolean isOldForEver(Plan priced, int query) {
        List<PricedQuery> prices = priced.prices(query);
        PricedQuery today = prices.get(prices.size() - 1);
        return priced.isEndless(query)
                && !prices.get(0).price().share().equals(today.price().share());
    }

    /**
     * A message of one line that names the time from which the prices are larger; empty if the prices were not raised
     * since the latest claim.
     *
     * @param priced the result of {@link #priced}
     */
    Optional<String> told(Plan priced) {
        int known = latest().map(claim -> claim.steps().size()).orElse(0);
        if (priced.steps().size() <= known) {
            return Optional.empty();
        }
        long from = priced.steps().get(known).from();
        List<String> endless = IntStream.range(0, priced.queries().size())
                .filter(query -> isOldForEver(priced, query))
                .mapToObj(query -> priced.queries().get(query).query().name())
                .toList();
        return Optional.of(
                "privacy.budget was raised: prices and noise follow it in windows, and in totals from a reset on, that begin at "
                        + Instant.ofEpochMilli(priced.unit().periodStart(from)) + " or later; earlier ones keep theirs"
                        + (endless.isEmpty()
                                ? ""
                                : ", and so do for ever the queries without a reset: " + String.join(", ", endless)));
    }
}
