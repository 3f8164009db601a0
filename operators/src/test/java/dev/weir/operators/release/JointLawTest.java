package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Noise;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the joint distribution of the noise that gate and release operator draw on two subtasks. No two noises may depend on
 * each other, whether they differ in key, aggregate, query, window, subtask or attempt. {@link DrawLawTest} tests the
 * distribution of a single noise.
 *
 * <p>The operators create their own cryptographic generators, so there are no seeds. <b>Sample:</b> two queries of a count
 * and a sum with 8 keys over 1000 windows, 32 000 noises per distribution. <b>Statistic:</b> {@link JointLaw}. <b>False
 * alarms:</b> 1e-7 for Laplace noise, 1e-7 for Gaussian noise and 8.2e-8 for {@link #REPEATS}, in total less than 1e-6 per
 * run. Each faulty variant breaks the Laplace noise in one way.
 */
@Tag("statistical")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JointLawTest {

    private static final long HOUR = Plans.HOUR;
    private static final int SUBTASKS = 2;
    private static final int WINDOWS = 1000;
    private static final int LARGEST = 20;

    /** Each aggregate of each query has a quarter of epsilon 1: the scale is 4 * 2^30 for each step of a record. */
    private static final Plan LAPLACE = plan(Plans.PURE, 1L << 30, LARGEST, "abcdefgh");

    private static final double LAPLACE_MEDIAN = Math.log(2) * (1L << 32);

    /** Each aggregate of each query has a quarter of rho 1/2: the variance is 4 * 2^60 for each squared step of a record. */
    private static final Plan GAUSSIAN = plan(Plans.GAUSSIAN, 1L << 60, LARGEST, "abcdefgh");

    private static final double GAUSSIAN_MEDIAN = 0.674489750196082 * (1L << 31);

    /**
     * All aggregates draw Laplace noise of scale b = 2^39, so two noises are equal with probability at most 1 / (4 b). 600
     * noises are 179 700 pairs, so any two are equal with probability below 8.2e-8.
     */
    private static final Plan REPEATS = plan(Plans.PURE, 1L << 37, 1, "abcde");

    /** The noise of the operators by its place, in the order of its draws. */
    private static final Map<Place, Noise> LAPLACE_NOISE = new LinkedHashMap<>();

    private record Place(int query, int aggregate, int key, long windowEnd) {}

    private static Plan plan(Budget budget, long contributions, int largest, String keys) {
        Queries one = Queries.hourly("q")
                .keys(keys.split(""))
                .count()
                .sum(-largest, largest)
                .contributions(contributions);
        return Plans.of(PrivacyUnit.USER_PER_DAY, budget, one, one.named("r"));
    }

    @BeforeAll
    static void draw() throws Exception {
        for (Noise noise : noise(LAPLACE)) {
            LAPLACE_NOISE.put(new Place(noise.query(), noise.aggregate(), noise.key(), noise.windowEnd()), noise);
        }
    }

    private static List<Noise> noise(Plan plan) throws Exception {
        try (Chain chain = Chain.start(plan, new Schedule(0, WINDOWS * HOUR), SUBTASKS)) {
            record(chain, plan, WINDOWS);
            chain.watermark(Long.MAX_VALUE);
            return Noise.of(plan, SUBTASKS, chain.outcomes());
        }
    }

    /** Adds one record per window, so that exact values differ; most cells stay empty. */
    private static void record(Chain chain, Plan plan, int windows) {
        int keys = plan.queries().get(0).query().keys().ticking();
        for (int i = 0; i < windows; i++) {
            chain.add(Chain.record(plan, "user-" + i, i * HOUR, i % 2, i * 7 % keys, 1, i % LARGEST));
        }
    }

    private static Set<String> dependencies(Collection<Noise> noises, double median) {
        double[] medians = {median, LARGEST * median};
        return JointLaw.dependencies(noises, new double[][] {medians, medians});
    }

    @Test
    void laplace_noises_are_independent_of_each_other() {
        assertThat(LAPLACE_NOISE).hasSize(2 * 2 * 8 * WINDOWS);
        assertThat(dependencies(LAPLACE_NOISE.values(), LAPLACE_MEDIAN)).isEmpty();
    }

    @Test
    void gaussian_noises_are_independent_of_each_other() throws Exception {
        assertThat(dependencies(noise(GAUSSIAN), GAUSSIAN_MEDIAN)).isEmpty();
    }

    /** Ten windows are released, and the next ten twice from one checkpoint: by two attempts, or by two copies of a job. */
    @Test
    void no_noise_ever_comes_a_second_time() throws Exception {
        try (Chain chain = Chain.start(REPEATS, new Schedule(0, 20 * HOUR), SUBTASKS)) {
            record(chain, REPEATS, 20);
            chain.watermark(10 * HOUR);
            Chain.State state = chain.checkpoint();
            for (int attempt = 0; attempt < 2; attempt++) {
                chain.restore(state, SUBTASKS);
                chain.watermark(Long.MAX_VALUE);
            }
            assertThat(Noise.of(REPEATS, SUBTASKS, chain.outcomes()))
                    .hasSize(2 * 2 * 5 * 30)
                    .extracting(Noise::steps)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void one_draw_for_all_keys_of_a_window_is_caught() {
        assertThat(twin(noise -> drawn(noise.query(), noise.aggregate(), 0, noise.windowEnd())))
                .contains("key");
    }

    @Test
    void opposite_noise_for_two_keys_is_caught() {
        assertThat(twin(noise -> noise.key() == 1
                        ? -drawn(noise.query(), noise.aggregate(), 0, noise.windowEnd())
                        : noise.steps()))
                .contains("key");
    }

    @Test
    void noise_that_is_half_the_same_for_all_keys_is_caught() {
        assertThat(twin(noise -> drawn(noise.query(), noise.aggregate(), 0, noise.windowEnd()) / 2 + noise.steps() / 2))
                .contains("key");
    }

    @Test
    void two_keys_whose_noises_differ_in_sign_alone_are_caught() {
        assertThat(twin(noise -> Long.signum(noise.steps())
                        * Math.abs(drawn(noise.query(), noise.aggregate(), 0, noise.windowEnd()))))
                .contains("key");
    }

    @Test
    void a_sum_whose_noise_is_that_of_the_count_rescaled_is_caught() {
        assertThat(twin(noise -> drawn(noise.query(), 0, noise.key(), noise.windowEnd())
                        * (noise.aggregate() == 0 ? 1 : LARGEST)))
                .containsExactly("aggregate");
    }

    @Test
    void one_draw_for_both_queries_is_caught() {
        assertThat(twin(noise -> drawn(0, noise.aggregate(), noise.key(), noise.windowEnd())))
                .containsExactly("query");
    }

    @Test
    void every_tenth_window_that_repeats_the_noise_of_an_earlier_one_is_caught() {
        assertThat(twin(noise -> drawn(
                        noise.query(),
                        noise.aggregate(),
                        noise.key(),
                        noise.windowEnd() - (noise.windowEnd() % (10 * HOUR) == 0 ? 3 * HOUR : 0))))
                .containsExactly("window");
    }

    @Test
    void two_subtasks_that_share_a_generator_state_are_caught() {
        Iterator<Noise> first = LAPLACE_NOISE.values().stream()
                .filter(noise -> noise.subtask() == 0)
                .iterator();
        assertThat(twin(noise ->
                        noise.subtask() == 1 && first.hasNext() ? first.next().steps() : noise.steps()))
                .contains("subtask");
    }

    /** Returns the dependencies that are found when every noise is replaced. */
    private static Set<String> twin(ToLongFunction<Noise> instead) {
        return dependencies(
                LAPLACE_NOISE.values().stream()
                        .map(noise -> noise.with(instead.applyAsLong(noise)))
                        .toList(),
                LAPLACE_MEDIAN);
    }

    private static long drawn(int query, int aggregate, int key, long windowEnd) {
        Place place = new Place(query, aggregate, key, windowEnd);
        return Objects.requireNonNull(LAPLACE_NOISE.get(place)).steps();
    }
}
