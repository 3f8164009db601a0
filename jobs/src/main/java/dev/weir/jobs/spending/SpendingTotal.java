package dev.weir.jobs.spending;

import dev.weir.accountant.journal.audit.DomainSpending;
import dev.weir.accountant.journal.audit.SpendingInterval;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.selection.keys.BudgetSplit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what earlier replays and the replay that is asked for spend in the periods of the latter. {@link SpendingCheck} says
 * why this sum bounds what a unit loses.
 */
final class SpendingTotal {

    private final List<ReplaySpending> earlier;
    private final List<ReplaySpending> met;
    private final ReplaySpending asked;
    private final SameUnits units;

    /**
     * Creates a total.
     *
     * @param earlier the spending of all earlier replays of the domain, the oldest first
     * @param asked the spending that is asked for
     */
    SpendingTotal(List<ReplaySpending> earlier, ReplaySpending asked) {
        this.earlier = earlier;
        this.asked = asked;
        this.units = new SameUnits(earlier, asked);
        this.met = earlier.stream()
                .filter(spent -> spent.periods().meets(asked.periods()))
                .toList();
    }

    /** The earlier replays whose periods overlap the periods of the replay that is asked for, the oldest first. */
    List<ReplaySpending> met() {
        return met;
    }

    /** The replays among {@link #met} that have spent on other units, so that their spending cannot be added. */
    List<ReplaySpending> otherUnits() {
        return met.stream().filter(spent -> !units.areThoseOf(spent)).toList();
    }

    /**
     * An upper bound on the sum in any period of the replay that is asked for, including this replay. Replays for other
     * units are left out.
     */
    BudgetSum inAll() {
        return all().stream()
                .map(spent -> Math.max(spent.periods().from(), asked.periods().from()))
                .map(this::sum)
                .reduce(BudgetSum.NOTHING, BudgetSum::max);
    }

    /** The replays of {@link #met}, followed by the replay that is asked for. */
    private List<ReplaySpending> all() {
        return Stream.concat(met.stream(), Stream.of(asked)).toList();
    }

    private BudgetSum sum(long time) {
        BudgetSum sum = BudgetSum.NOTHING;
        for (ReplaySpending spent : all()) {
            if (units.areThoseOf(spent) && spent.periods().hold(time)) {
                sum = sum.plus(spent.budget(), spent.keys());
            }
        }
        return sum;
    }

    /**
     * The domain's budget that the file of the replay that is asked for declares, or else the last one that an earlier replay
     * has declared; null if no replay has declared one.
     */
    @Nullable BudgetSplit declared() {
        return Stream.concat(earlier.stream(), Stream.of(asked))
                .map(ReplaySpending::domainBudget)
                .filter(Objects::nonNull)
                .reduce((one, later) -> later)
                .orElse(null);
    }

    /**
     * Returns in words the sum of what the replays spend, if in some period it exceeds a budget; otherwise no value. Each
     * replay has an interval of its own ({@link SpendingInterval}), so the budgets of all replays add.
     *
     * <p>If the declared budget does not say which part of its &delta; pays for keys that nobody declared, what all replays spend on them is
     * taken out before the rest is converted, so that noise and keys together stay within the declared budget. If they leave nothing of a
     * budget that states rho, the sum exceeds it.
     */
    Optional<String> overrun(BudgetSplit declared) {
        List<SpendingInterval> intervals = new ArrayList<>();
        all().forEach(spent -> intervals.add(interval(spent, intervals.size())));
        Delta keys = all().stream().map(ReplaySpending::keys).reduce(Delta.ZERO, Delta::plus);
        boolean isDivided = !declared.keys().equals(Delta.ZERO);
        if (!isDivided
                && !keys.equals(Delta.ZERO)
                && keys.compareTo(declared.whole().delta()) >= 0) {
            return Optional.of("delta " + keys.words() + " for keys exceeds what domain.budget leaves for them");
        }
        BudgetSplit split = isDivided ? declared : new BudgetSplit(declared.whole(), keys);
        Declaration declaration = new Declaration(asked.periods().unit(), QueryPrice.afford(split.noise()), Delta.ZERO);
        return DomainSpending.overrunSum(declaration.paying(split.keys()), intervals);
    }

    /**
     * The spending of a replay, restricted to the periods of the replay that is asked for, because that replay spends
     * nothing in other periods.
     */
    private SpendingInterval interval(ReplaySpending spent, int life) {
        long from = Math.max(spent.periods().from(), asked.periods().from());
        long last = Math.min(spent.periods().until(), asked.periods().until()) - 1;
        return new SpendingInterval(spent.pipeline(), life, from, last, spent.noise(), Delta.ZERO, spent.keys());
    }
}
