package dev.weir.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testing.Comparison.Observed;
import dev.weir.testing.scenario.Scenario;
import dev.weir.testing.scenario.Stated;
import dev.weir.testing.statistic.Attack;
import dev.weir.testing.statistic.Claim;
import dev.weir.testing.statistic.Observations;
import dev.weir.testing.statistic.PerfectMechanism;
import dev.weir.testing.statistic.Trials;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Simulated mechanisms from fixed seeds. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ComparisonTest {

    private static final PerfectMechanism PERFECT = new PerfectMechanism(Claim.Kind.EPSILON, 1, 1);
    private static final Stated STATED = new Stated(List.of(new Claim(Claim.Kind.EPSILON, 1, 0)), Optional.of(PERFECT));

    private static boolean detectsDouble(int count, Optional<PerfectMechanism> doubled) {
        Trials trials = Trials.of(count, 5);
        Observed observed = new Observed(
                outputs(PERFECT, trials),
                List.of(),
                doubled.map(mechanism -> outputs(mechanism, trials)),
                Optional.empty());
        return new Comparison(trials, 1e-6, 3)
                .of(new Scenario("s", "a record", List.of()), "q", observed, STATED)
                .detectsDouble();
    }

    private static Observations outputs(PerfectMechanism mechanism, Trials trials) {
        return mechanism.outputs(trials, new SplittableRandom(7));
    }

    @Test
    void what_a_right_job_shows_is_the_mean_of_all_times_it_is_drawn() {
        Trials trials = Trials.of(4000, 5);
        List<Observations> drawn = List.of(outputs(PERFECT, trials), outputs(PERFECT.times(3), trials));
        double mean = drawn.stream()
                .mapToDouble(rows -> Attack.on(rows, STATED.claims()).get(0).bound(0.01))
                .average()
                .orElseThrow();
        assertThat(measured(trials, drawn).drawn()).isEqualTo(mean);
        assertThat(measured(trials, List.of()).drawn()).isNaN();
        assertThat(measured(trials, List.of()).error()).isBetween(0.01, 0.2);
    }

    private static Finding.Measured measured(Trials trials, List<Observations> drawn) {
        Observed observed = new Observed(outputs(PERFECT, trials), drawn, Optional.empty(), Optional.empty());
        return new Comparison(trials, 1e-6, 3)
                .of(new Scenario("s", "a record", List.of()), "q", observed, STATED)
                .measured()
                .get(0);
    }

    @Test
    void twice_the_epsilon_is_found_by_a_simulation_of_enough_worlds() {
        assertThat(detectsDouble(4000, Optional.empty())).isTrue();
        assertThat(detectsDouble(40, Optional.empty())).isFalse();
    }

    /** A scenario may show less than what it is charged, as a record of value 0 in a sum. */
    @Test
    void twice_the_epsilon_that_the_scenario_does_not_show_is_not_found_whatever_a_simulation_shows() {
        assertThat(detectsDouble(4000, Optional.of(PERFECT.times(2)))).isTrue();
        assertThat(detectsDouble(4000, Optional.of(PERFECT.times(0.2)))).isFalse();
    }
}
