package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.selection.Draw;
import dev.weir.accountant.selection.Exponents;
import dev.weir.accountant.selection.SelectionPrice;
import dev.weir.accountant.selection.SelectionProbabilities;
import dev.weir.operators.aggregate.top.Candidates;
import dev.weir.operators.aggregate.top.Choice;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.GoodnessOfFit;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares draws of the operator's own code, over 100 000 cells, with the distribution for the share, computed by hand.
 * Epsilon 1 for 6 full-size records of 2 votes is a temperature of 1/12. Rho 1/2 for them is the range of 1/12 half mu
 * squared over 2 votes. Correct draws fail one of four checks with probability below 4e-9.
 */
@Tag("statistical")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SelectionLawTest {

    private static final int CELLS = 100_000;
    private static final double P_VALUE = 1e-9;
    private static final long[] VOTES = {20, 17, 4};
    private static final Queries CHOICE = Queries.hourly("q")
            .contributions(6)
            .with(new Choice("c", BigDecimal.ONE, new Candidates(List.of("tea", "mugs", "lamps"), 2)));

    private static double pValue(Plan plan, Draw draw, Ratio temperature) {
        double[] probabilities = SelectionProbabilities.of(draw, Exponents.of(VOTES, temperature)).stream()
                .mapToDouble(BigDecimal::doubleValue)
                .toArray();
        StepRelease release = new StepRelease(0, plan.queries().get(0), new SplittableRandom(3)::nextLong, false);
        Releaser releaser = new Releaser(
                release, new DeclaredEntries(plan.queries().get(0).query().keys(), new int[] {0, 1}, new int[] {0, 1}));
        int[] cell = {0};
        return GoodnessOfFit.pValue(probabilities, CELLS, () -> {
            List<Outcome> outcomes = new ArrayList<>();
            releaser.add(new PartialSum(0, 0, 1, ++cell[0], VOTES));
            releaser.close(cell[0], outcomes);
            return (int) outcomes.get(1).values()[0];
        });
    }

    @Test
    void a_pure_budget_buys_permute_and_flip_at_its_temperature() {
        Plan plan = Plans.daily(CHOICE);
        assertThat(pValue(plan, Draw.PERMUTE_AND_FLIP, Ratio.of(1, 12))).isGreaterThan(P_VALUE);
        assertThat(pValue(plan, Draw.PERMUTE_AND_FLIP, Ratio.of(1, 6))).isLessThan(P_VALUE);
    }

    @Test
    void a_concentrated_budget_buys_the_exponential_mechanism_at_its_temperature() {
        Plan plan = Plans.of(PrivacyUnit.USER_PER_DAY, Plans.GAUSSIAN, CHOICE);
        Ratio temperature = Ratio.of(BigDecimal.valueOf(SelectionPrice.largestRange(0.5 / 6 / 4)));
        assertThat(pValue(plan, Draw.EXPONENTIAL, temperature)).isGreaterThan(P_VALUE);
        assertThat(pValue(plan, Draw.PERMUTE_AND_FLIP, temperature)).isLessThan(P_VALUE);
    }
}
