package dev.weir.accountant.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.compose.pld.Work;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class ComposedLossTest {

    private static final int USUAL_SEEDS = 200;
    private static final int ALL_SEEDS = 1000;

    /** All 1000 seeds run with {@code -Dweir.seeds=all}. */
    @RepeatedTest(USUAL_SEEDS)
    void certified_epsilon_lies_between_the_contour_integral_and_the_renyi_bound(RepetitionInfo run) {
        int last = "all".equals(System.getProperty("weir.seeds")) ? ALL_SEEDS : USUAL_SEEDS;
        for (int seed = run.getCurrentRepetition(); seed <= last; seed += USUAL_SEEDS) {
            assertBracketed(new RandomPlans(seed));
        }
    }

    private static void assertBracketed(RandomPlans random) {
        ComposedLoss plan = ComposedLoss.of(new PrivacyEvent.Composition(random.events()));
        double delta = random.delta();
        double certified = plan.certifiedEpsilon(delta);
        assertThat(certified)
                .isGreaterThanOrEqualTo(
                        plan.estimateEpsilon(delta, Work.ofAnswer()).orElse(0) * (1 - 1e-9));
        assertThat(certified)
                .isLessThanOrEqualTo(plan.renyiEpsilon(delta).orElseThrow().epsilon() * (1 + 1e-4));
    }

    @RepeatedTest(40)
    void order_grouping_and_splitting_change_no_bit(RepetitionInfo run) {
        RandomPlans random = new RandomPlans(-run.getCurrentRepetition());
        List<PrivacyEvent> events = random.events();
        List<PrivacyEvent> doubled = new ArrayList<>(events);
        doubled.addAll(events);
        double delta = random.delta();
        ComposedLoss plan = ComposedLoss.of(new PrivacyEvent.Composition(doubled));
        ComposedLoss other = ComposedLoss.of(random.rearranged(events).times(2));
        assertThat(other.certifiedEpsilon(delta)).isEqualTo(plan.certifiedEpsilon(delta));
        assertThat(other.renyi(3)).isEqualTo(plan.renyi(3));
    }

    @RepeatedTest(30)
    void composing_k_times_is_composing_k_events_whatever_they_are(RepetitionInfo run) {
        RandomPlans random = new RandomPlans(1_000_000 + run.getCurrentRepetition());
        SingleEvent event = random.mechanism();
        List<PrivacyEvent> five = List.of(event, event, event, event, event);
        ComposedLoss one = ComposedLoss.of(event);
        ComposedLoss counted = ComposedLoss.of(event.times(5));
        ComposedLoss listed = ComposedLoss.of(new PrivacyEvent.Composition(five));
        assertThat(counted.certifiedEpsilon(1e-6)).isEqualTo(listed.certifiedEpsilon(1e-6));
        assertThat(counted.renyi(4)).isEqualTo(5 * one.renyi(4));
        assertThat(counted.certifiedEpsilon(1e-6)).isGreaterThan(one.certifiedEpsilon(1e-6));
    }

    /** Compares with a computation that is independent of the library: the sum over all outcomes of the composition. */
    @RepeatedTest(100)
    void few_two_point_mechanisms_agree_with_enumeration(RepetitionInfo run) {
        RandomPlans random = new RandomPlans(2_000_000 + run.getCurrentRepetition());
        double[] epsilons = new double[6];
        List<PrivacyEvent> events = new ArrayList<>();
        for (int i = 0; i < epsilons.length; i++) {
            epsilons[i] = random.logUniform(0.01, 2);
            events.add(new SingleEvent.Pure(epsilons[i]));
        }
        double epsilon = random.logUniform(1e-3, 2);
        double exact = enumerated(epsilons, 0, 1, 0, epsilon);
        assertThat(ComposedLoss.of(new PrivacyEvent.Composition(events)).certifiedDelta(epsilon))
                .isBetween(exact * (1 - 1e-12), exact * (1 + 1e-3) + 1e-15);
    }

    private static double enumerated(double[] epsilons, int from, double mass, double loss, double epsilon) {
        if (from == epsilons.length) {
            return loss > epsilon ? -mass * Math.expm1(epsilon - loss) : 0;
        }
        double up = 1 / (1 + Math.exp(-epsilons[from]));
        return enumerated(epsilons, from + 1, mass * up, loss + epsilons[from], epsilon)
                + enumerated(epsilons, from + 1, mass * (1 - up), loss - epsilons[from], epsilon);
    }

    @RepeatedTest(50)
    void gaussian_plans_on_the_lattice_never_fall_below_the_closed_form(RepetitionInfo run) {
        RandomPlans random = new RandomPlans(3_000_000 + run.getCurrentRepetition());
        double sigma = random.logUniform(0.7, 100);
        double delta = random.logUniform(1e-15, 1e-2);
        // with q = 1 - 2^-53 the generic path prices the same noise
        PrivacyEvent generic = new Subsampled(new NoiseEvent.Gaussian(sigma), Math.nextDown(1.0)).times(3);
        double exact = GaussianCurve.epsilon(Math.sqrt(3) / sigma, delta);
        assertThat(ComposedLoss.of(generic).certifiedEpsilon(delta)).isBetween(exact * (1 - 1e-9), exact * (1 + 1e-4));
    }

    @Test
    void delta_and_epsilon_are_inverse_to_each_other() {
        ComposedLoss plan = ComposedLoss.of(Recipe.parse("laplace(b=10)*20+subgauss(sigma=2,q=0.1)*30"));
        for (double delta : new double[] {1e-3, 1e-9, 1e-15}) {
            assertThat(plan.certifiedDelta(plan.certifiedEpsilon(delta)))
                    .isCloseTo(delta, Percentage.withPercentage(0.1));
        }
    }

    @Test
    void no_delta_is_too_small_to_certify() {
        ComposedLoss plan = ComposedLoss.of(Recipe.parse("subgauss(sigma=2,q=0.1)*100"));
        for (double delta : new double[] {1e-15, 1e-20, 1e-30, 1e-40}) {
            double estimate = plan.estimateEpsilon(delta, Work.ofAnswer()).orElseThrow();
            assertThat(plan.certifiedEpsilon(delta)).isBetween(estimate, estimate * (1 + 1e-4));
        }
    }

    @Test
    void delta_that_is_split_off_is_never_forgotten() {
        ComposedLoss plan = ComposedLoss.of(Recipe.parse("epsdelta(eps=0.1,delta=1e-9)*10"));
        assertThat(plan.certifiedEpsilon(9.9e-9)).isInfinite();
        assertThat(plan.certifiedDelta(100)).isBetween(9.99e-9, 1.0000001e-8);
        assertThat(plan.renyi(2)).isInfinite();
        assertThat(plan.renyiEpsilon(1e-8)).isEmpty();
        assertThat(plan.splitDelta()).isEqualTo(1e-8);
    }

    @ParameterizedTest
    @CsvSource({"laplace(b=0.5), 2", "pure(eps=0.1)*7, 0.7000000000000001", "pure(eps=0.5)*10, 5"})
    void nothing_is_lost_beyond_what_is_pure(String recipe, double epsilon) {
        ComposedLoss plan = ComposedLoss.of(Recipe.parse(recipe));
        assertThat(plan.certifiedDelta(epsilon)).isZero();
        assertThat(plan.certifiedDelta(epsilon * (1 - 1e-9))).isPositive();
    }

    /** The true values come from exact sums and quadrature of 30 digits and more. */
    @ParameterizedTest
    @CsvSource({
        "pure(eps=1000)*3, 1e-6, 2999.999999, 3000",
        "pure(eps=715)*2, 1e-6, 1429.999, 1430",
        "dgauss(sigma=0.03)*2, 1e-6, 1111.1, 1111.2",
        "gaussian(sigma=0.001)*1000000+pure(eps=0.1), 1e-6, 5.00004e11, 5.0001e11",
        "'subgauss(sigma=0.03,q=0.1)', 1e-6, 694.475206, 694.48",
        "'subgauss(sigma=0.04,q=0.1)*2', 1e-6, 700, 760",
        "'sublaplace(b=0.001,q=0.1)', 1e-6, 997.6973949, 997.6974149"
    })
    void losses_too_large_for_exponentials_are_still_certified(String recipe, double delta, double from, double to) {
        assertThat(ComposedLoss.of(Recipe.parse(recipe)).certifiedEpsilon(delta))
                .isBetween(from, to);
    }

    @ParameterizedTest
    @CsvSource({
        "'subgauss(sigma=1,q=1e-6)*2', 1e-9, 2.77e-5, 2.78e-5",
        "'subgauss(sigma=20,q=1e-6)*2', 1e-8, 5.105e-8, 5.116e-8",
        "'subgauss(sigma=20,q=1e-5)*10', 1e-8, 3.4e-6, 3.43e-6",
        "'subgauss(sigma=1,q=1e-4)*2', 1e-6, 0.0012505, 0.0012522"
    })
    void rare_samples_are_certified_closely(String recipe, double delta, double from, double to) {
        ComposedLoss plan = ComposedLoss.of(Recipe.parse(recipe));
        assertThat(plan.certifiedEpsilon(delta)).isBetween(from, to);
        assertThat(plan.certifiedDelta(plan.certifiedEpsilon(delta))).isBetween(0.98 * delta, delta);
    }

    @Test
    void the_exponential_mechanism_s_delta_is_that_of_its_epsilon() {
        ComposedLoss plan = ComposedLoss.of(Recipe.parse("expmech(eps=0.01)*10000"));
        assertThat(plan.certifiedDelta(plan.certifiedEpsilon(1e-6))).isLessThan(1.0001e-6);
    }

    @Test
    void a_rounded_quotient_is_no_excuse_for_losing_nothing() {
        double rounded = 1 / 0.7; // rounded to a double, this is below the true largest loss of b = 0.7
        assertThat(Math.fma(rounded, 0.7, -1)).isNegative();
        assertThat(ComposedLoss.of(Recipe.parse("laplace(b=0.7)")).certifiedDelta(rounded))
                .isPositive();
    }

    @Test
    void answers_that_do_not_depend_on_the_truth_cost_nothing() {
        ComposedLoss plan = ComposedLoss.of(Recipe.parse("rr(p=1,buckets=4)*1000"));
        assertThat(plan.certifiedEpsilon(1e-300)).isZero();
        assertThat(plan.certifiedDelta(1e-300)).isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, -1, 0, 1, Double.POSITIVE_INFINITY})
    void what_is_no_delta_is_refused(double delta) {
        ComposedLoss plan = ComposedLoss.of(new NoiseEvent.Laplace(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan.certifiedEpsilon(delta))
                .withMessage("delta must be above 0 and below 1, was " + delta);
    }
}
