package dev.weir.jobs.spending;

import dev.weir.accountant.journal.audit.DomainSpending;
import dev.weir.accountant.journal.audit.SpendingInterval;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a replay and the earlier ones spend in the periods of that replay: {@link SpendingCheck} says why their sum bounds what a unit
 * loses.
 */
final class SpendingTotal {

    private final List<ReplaySpending> earlier;
    private final List<ReplaySpending> met;
    private final ReplaySpending asked;
    private final SameUnits units;

    /**
     * A total.
     *
     * @param earlier all that has been spent, the oldest first
     * @param asked what is asked for
     */
    SpendingTotal(List<ReplaySpending> earlier, ReplaySpending asked) {
        this.earlier = earlier;
        this.asked = asked;
        this.units = new SameUnits(earlier, asked);
        this.met = earlier.stream()
                .filter(spent -> spent.periods().meets(asked.periods()))
                .toList();
    }

    /** The earlier replays whose periods meet those of the replay that is asked for, the oldest first. */
    List<ReplaySpending> met() {
        return met;
    }

    /** The earlier replays whose periods meet these, and what they have spent has no sum with what is asked for. */
    List<ReplaySpending> otherUnits() {
        return met.stream().filter(spent -> !units.areThoseOf(spent)).toList();
    }

    /** At least the sum of any period of the replay that is asked for, itself included. Replays for other units are left out. */
    BudgetSum inAll() {
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

    /** The budget that the file declares, or else the last one that a file of the domain has declared. */
    @Nullable Budget declared() {
        return Stream.concat(earlier.stream(), Stream.of(asked))
                .map(ReplaySpending::domainBudget)
                .filter(Objects::nonNull)
                .reduce((one, later) -> later)
                .orElse(null);
    }

    /** The sum that exceeds a budget, spelled out. Each replay has a life of its own, so that all of them add. */
    Optional<String> overrun(Budget declared) {
        List<SpendingInterval> intervals = new ArrayList<>();
        all().forEach(spent -> intervals.add(interval(spent, intervals.size())));
        Declaration declaration = new Declaration(asked.periods().unit(), QueryPrice.afford(declared), Delta.ZERO);
        return DomainSpending.overrunSum(declaration, intervals);
    }

    /** What was spent in the periods of the replay that is asked for: elsewhere it spends nothing. */
    private SpendingInterval interval(ReplaySpending spent, int life) {
        long from = Math.max(spent.periods().from(), asked.periods().from());
        long last = Math.min(spent.periods().until(), asked.periods().until()) - 1;
        return new SpendingInterval(spent.pipeline(), life, from, last, QueryPrice.afford(spent.budget()), Delta.ZERO);
    }
}
