package dev.weir.jobs.spending;

import dev.weir.accountant.journal.audit.DomainSpending;
import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.operators.state.restore.StartRefused;
import java.util.List;
import java.util.stream.Stream;

/**
 * Decides whether a replay may spend what it asks for, in addition to what earlier replays have spent.
 *
 * <b>Guarantee.</b> Neighbours: the records of one privacy unit in one of its periods. What a unit loses in a period is
 * at most the sum over the replays whose periods include it ({@link ReplaySpending}). Over time this sum grows only
 * where the periods of a replay begin, so only these points are examined. A domain's budget is compared with the full
 * budgets of the replays, in the budget's own currency ({@link DomainSpending}). Replays for other units
 * ({@link SameUnits}) cannot be added in that currency. If there is such a replay, a declared budget therefore counts
 * as exceeded.
 *
 * <p>The id of a release names domain, query and version, but not the pipeline. So a query must mean the same wherever
 * a pipeline has released it, and two pipelines must not release the same query about the same periods. With
 * {@code --again} they may do so, and the receipt warns. After that, every meaning that the pipeline has released may
 * be released again, with a warning: each replay is charged whatever its queries mean.
 */
final class SpendingCheck {

    private final String domain;
    private final List<ReplaySpending> earlier;
    private final ReplaySpending asked;
    private final SpendingTotal total;

    /**
     * Creates a check.
     *
     * @param earlier the spending of all earlier replays of the domain, the oldest first
     * @param asked the spending that is asked for
     */
    SpendingCheck(String domain, List<ReplaySpending> earlier, ReplaySpending asked) {
        this.domain = domain;
        this.earlier = earlier;
        this.asked = asked;
        this.total = new SpendingTotal(earlier, asked);
    }

    /**
     * Returns the receipt to record.
     *
     * @param again whether the pipeline may spend once more for the same periods
     * @throws StartRefused with {@code QUERY_CHANGED}, {@code LEDGER_SPENT}, {@code LEDGER_QUERY} or
     *     {@code LEDGER_BUDGET}
     */
    SpendingReceipt receipt(boolean again) {
        if (!again) {
            requireUnspent();
            requireMeanings();
            requireNewIds();
        }
        requireBudget();
        return new SpendingReceipt(
                domain, asked, total.inAll(), total.met(), total.otherUnits(), changed(), earlier.isEmpty());
    }

    /** The queries that the pipeline has released with another meaning under the same version, in any periods. */
    private List<String> changed() {
        return asked.queries().stream()
                .filter(this::isChanged)
                .map(ReplayQuery::toString)
                .toList();
    }

    private boolean isChanged(ReplayQuery query) {
        return own().anyMatch(spent -> spent.contradicts(query));
    }

    private Stream<ReplaySpending> own() {
        return earlier.stream().filter(spent -> spent.isOf(asked.pipeline()));
    }

    /**
     * Refuses a query if the pipeline has released the query's version before, and every one of these releases had another meaning than
     * the query has now.
     */
    private void requireMeanings() {
        List<String> newMeanings = asked.queries().stream()
                .filter(this::isChanged)
                .filter(query -> own().noneMatch(spent -> spent.confirms(query)))
                .map(ReplayQuery::toString)
                .toList();
        if (!newMeanings.isEmpty()) {
            throw new StartRefused(
                    StartRefused.Code.QUERY_CHANGED,
                    QueryMeaning.contradiction(newMeanings) + ": " + StartRefused.OTHER_MEANING
                            + "; --again releases it as it is");
        }
    }

    private void requireUnspent() {
        total.met().stream()
                .filter(spent -> spent.isOf(asked.pipeline()))
                .reduce((one, later) -> later)
                .ifPresent(latest -> {
                    throw refusal(latest);
                });
    }

    private void requireNewIds() {
        for (ReplaySpending spent : total.met()) {
            asked.queries().stream().filter(spent::hasIdsOf).findFirst().ifPresent(query -> {
                throw new StartRefused(
                        StartRefused.Code.LEDGER_QUERY,
                        "domain " + domain + ", " + spent.periods() + ": pipeline " + spent.pipeline()
                                + " has released query " + query + " there already, and release ids do not name the"
                                + " pipeline: the same ids would come again with other values. Give the query another"
                                + " name, or pay once more with --again");
            });
        }
    }

    private StartRefused refusal(ReplaySpending latest) {
        return new StartRefused(
                StartRefused.Code.LEDGER_SPENT,
                "domain " + domain + ", " + latest.periods() + ": pipeline " + asked.pipeline() + " has spent "
                        + BudgetSum.of(latest.budget()) + " there already, into " + latest.out() + " at " + latest.at()
                        + ": another replay costs " + BudgetSum.of(asked.budget()) + " more, which makes it "
                        + total.inAll()
                        + " in all" + SpendingReceipt.leftOut(total.otherUnits())
                        + ". Take what was released then, or pay once more with --again");
    }

    private void requireBudget() {
        BudgetSplit declared = total.declared();
        if (declared != null) {
            requireSameUnits();
            total.overrun(declared).ifPresent(sum -> {
                throw new StartRefused(
                        StartRefused.Code.LEDGER_BUDGET,
                        "domain " + domain + ", " + asked.periods() + ": " + sum
                                + ": take what was released, or declare a larger domain.budget and tell readers the sum");
            });
        }
    }

    private void requireSameUnits() {
        total.otherUnits().stream().findFirst().ifPresent(spent -> {
            throw new StartRefused(
                    StartRefused.Code.LEDGER_BUDGET,
                    "domain " + domain + ", " + asked.units() + ": pipeline " + spent.pipeline() + " was replayed for "
                            + spent.units() + ", and what it has spent cannot be held against a budget for another"
                            + " unit; if the field has only another name now, give the name that is known in"
                            + " source.unit-was");
        });
    }
}
