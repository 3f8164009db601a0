package dev.weir.jobs.explain;

import dev.weir.accountant.privacy.Rounding;
import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.query.Plan;
import java.util.Optional;

/**
 * The statement of a card about the privacy loss over some periods.
 *
 * @param sum the loss as the budget counts it
 * @param atDelta the smaller epsilon of a pure loss at a small delta; empty if there is none
 */
record PeriodLoss(ComposedPeriods sum, Optional<ComposedPeriods> atDelta) {

    /**
     * Computes the loss to all queries of a plan.
     *
     * @param periods the number of periods, at least 1
     */
    static PeriodLoss of(Plan plan, int periods) {
        return new PeriodLoss(ComposedPeriods.of(plan, periods), ComposedPeriods.atDelta(plan, periods));
    }

    /** Adds the fields of this loss to a section, and returns the section. */
    TitledValues addTo(TitledValues section) {
        return fields(section, sum)
                .known(
                        "at-delta",
                        atDelta.map(loss -> fields(new TitledValues(), loss)).orElse(null));
    }

    private static TitledValues fields(TitledValues section, ComposedPeriods loss) {
        return section.field("epsilon", Rounding.up(loss.epsilon())).field("delta", loss.delta());
    }

    /** The loss in words. */
    String words() {
        return words(sum) + atDelta.map(loss -> ", or " + words(loss)).orElse("");
    }

    /** A loss in words: its epsilon, and its delta if that is not 0. */
    static String words(ComposedPeriods loss) {
        String epsilon = "epsilon " + loss.epsilonWords();
        return loss.delta().signum() == 0 ? epsilon : epsilon + " at delta " + CardWording.scientific(loss.delta());
    }
}
