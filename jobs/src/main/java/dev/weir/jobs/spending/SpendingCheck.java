package dev.weir.jobs.spending;

import dev.weir.accountant.journal.audit.DomainSpending;
import dev.weir.accountant.journal.audit.SpendingInterval;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.operators.state.restore.StartRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a replay may spend what it asks for, after all that has been spent.
 *
 * <p><b>Guarantee.</b> Neighbours: the records of one privacy unit in one of its periods. What a unit loses in a period is at most the sum
 * over the replays whose periods hold it ({@link ReplaySpending}). A sum changes upwards only where a replay's periods begin, so the
 * beginnings are all that is looked at. A domain's budget is held against each replay's full budget, in the budget's own currency
 * ({@link DomainSpending}); replays for other units ({@link SameUnits}) have no part in that currency, so where there is such a
 * replay and a budget, the budget counts as exceeded.
 *
 * <p>The id of a release names domain, query and version, and no pipeline. So a query must mean the same wherever a pipeline has released
 * it, and two pipelines must not release the same query about the same periods; {@code --again} does so all the same, and warns. Once it has,
 * every meaning that the pipeline has released goes on, with a warning: each replay is charged for whatever it means.
 */
final class SpendingCheck {

    private final String domain;
    private final List<ReplaySpending> earlier;
    private final List<ReplaySpending> met;
    private final ReplaySpending asked;
    private final SameUnits units;

    /**
     * A check.
     *
     * @param earlier all that has been spent, the oldest first
     * @param asked what is asked for
     */
    SpendingCheck(String domain, List<ReplaySpending> earlier, ReplaySpending asked) {
        this.domain = domain;
        this.earlier = earlier;
        this.asked = asked;
        this.units = new SameUnits(earlier, asked);
        this.met = earlier.stream()
                .filter(spent -> spent.periods().meets(asked.periods()))
                .toList();
    }

    /**
     * The receipt of what is recorded.
     *
     * @param again whether the pipeline may be paid for once more
     * @throws StartRefused with {@code QUERY_CHANGED}, {@code LEDGER_SPENT}, {@code LEDGER_QUERY} or {@code LEDGER_BUDGET}
     */
    SpendingReceipt receipt(boolean again) {
        if (!again) {
            requireUnspent();
            requireMeanings();
            requireNewIds();
        }
        requireBudget();
        return new SpendingReceipt(domain, asked, inAll(), met, otherUnits(), changed(), earlier.isEmpty());
    }

    /** The earlier replays whose periods meet these, and what they have spent has no sum with what is asked for. */
    private List<ReplaySpending> otherUnits() {
        return met.stream().filter(spent -> !units.areThoseOf(spent)).toList();
    }

    /** The queries that the pipeline has released with another meaning under the same version, whatever the periods. */
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

    /** Refuses what the pipeline has never released under a version that it has released. */
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
        met.stream()
                .filter(spent -> spent.isOf(asked.pipeline()))
                .reduce((one, later) -> later)
                .ifPresent(latest -> {
                    throw refusal(latest);
                });
    }

    private void requireNewIds() {
        for (ReplaySpending spent : met) {
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
                        + ": another replay costs " + BudgetSum.of(asked.budget()) + " more, which makes it " + inAll()
                        + " in all" + SpendingReceipt.leftOut(otherUnits())
                        + ". Take what was released then, or pay once more with --again");
    }

    /**
     * An upper bound of the sum in any period of the replay that is asked for, with that replay itself, and without
     * replays for other units.
     */
    private BudgetSum inAll() {
        return all().stream()
                .map(spent -> Math.max(spent.periods().from(), asked.periods().from()))
                .map(this::sum)
                .reduce(BudgetSum.NOTHING, BudgetSum::max);
    }

    /** The replays whose periods meet these, the one that is asked for last. */
    private List<ReplaySpending> all() {
        return Stream.concat(met.stream(), Stream.of(asked)).toList();
    }

    private BudgetSum sum(long time) {
        BudgetSum sum = BudgetSum.NOTHING;
        for (ReplaySpending spent : all()) {
            if (units.areThoseOf(spent) && spent.periods().hold(time)) {
                sum = sum.plus(spent.budget());
            }
        }
        return sum;
    }

    private void requireBudget() {
        Budget declared = declared();
        if (declared == null) {
            return;
        }
        otherUnits().stream().findFirst().ifPresent(spent -> {
            throw new StartRefused(
                    StartRefused.Code.LEDGER_BUDGET,
                    "domain " + domain + ", " + asked.units() + ": pipeline " + spent.pipeline() + " was replayed for "
                            + spent.units() + ", and what it has spent cannot be held against a budget for another"
                            + " unit; if the field has only another name now, give the name that is known in"
                            + " source.unit-was");
        });
        overrun(declared).ifPresent(sum -> {
            throw new StartRefused(
                    StartRefused.Code.LEDGER_BUDGET,
                    "domain " + domain + ", " + asked.periods() + ": " + sum
                            + ": take what was released, or declare a larger domain.budget and tell readers the sum");
        });
    }

    /** The budget that the file declares, or else the last one that a file of the domain has declared. */
    private @Nullable Budget declared() {
        return Stream.concat(earlier.stream(), Stream.of(asked))
                .map(ReplaySpending::domainBudget)
                .filter(Objects::nonNull)
                .reduce((one, later) -> later)
                .orElse(null);
    }

    /** The sum that exceeds a budget, spelled out. Each replay has a life of its own, so that all of them add. */
    private Optional<String> overrun(Budget declared) {
        List<SpendingInterval> intervals = new ArrayList<>();
        all().forEach(spent -> intervals.add(interval(spent, intervals.size())));
        Declaration declaration = new Declaration(asked.periods().unit(), QueryPrice.afford(declared), Delta.ZERO);
        return DomainSpending.overrunSum(declaration, intervals);
    }

    /**
     * The spending of a replay in the periods of the replay that is asked for, which spends nothing in other periods.
     */
    private SpendingInterval interval(ReplaySpending spent, int life) {
        long from = Math.max(spent.periods().from(), asked.periods().from());
        long last = Math.min(spent.periods().until(), asked.periods().until()) - 1;
        return new SpendingInterval(spent.pipeline(), life, from, last, QueryPrice.afford(spent.budget()), Delta.ZERO);
    }
}
