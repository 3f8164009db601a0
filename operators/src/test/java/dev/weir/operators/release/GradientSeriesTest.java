package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.learn.Example;
import dev.weir.accountant.learn.Loss;
import dev.weir.accountant.learn.NormClip;
import dev.weir.accountant.learn.PrefixDescent;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.learn.LabelledVector;
import dev.weir.operators.aggregate.learn.LossKind;
import dev.weir.operators.aggregate.learn.PrefixModel;
import dev.weir.operators.aggregate.regression.Feature;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.release.draw.StepDraws;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Totals;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model of every step in gate and release operator: its gradients are those at the models that were released, over restarts and resets. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GradientSeriesTest {

    private static final long HOUR = Plans.HOUR;
    private static final int HOURS = 14;
    private static final int RESET = 6;
    private static final int DIMENSION = 2;
    private static final String[] KEYS = {"a", "b", "c"};
    private static final Schedule SCHEDULE = new Schedule(0, HOURS * HOUR);

    private static final LabelledVector RECORDS = new LabelledVector(
            List.of(Feature.CONSTANT, new Feature.Ranged("x", BigDecimal.ZERO, BigDecimal.TEN)),
            BigDecimal.valueOf(2),
            BigDecimal.valueOf(5));

    /** A rate at which the noise of a step moves the model by about its ball, so that gradients depend on it. */
    private static final PrefixModel MODEL = new PrefixModel.Settings(
                    LossKind.LOGISTIC, BigDecimal.ONE, BigDecimal.ONE, BigDecimal.valueOf(8), 1000)
            .of("big", BigDecimal.ONE, RECORDS);

    private static final PrefixDescent DESCENT =
            new PrefixDescent(new Loss.Logistic(), new NormClip(1 << 20, 0x1p-20), 1, 8);

    private static final StepDraws.Offsets ONE_EACH = new StepDraws.Offsets() {
        @Override
        public int coordinate(int aggregate) {
            return aggregate;
        }

        @Override
        public int measuredAt(int aggregate) {
            return aggregate;
        }
    };

    private static Totals running() {
        return Totals.running("models", RESET).keys(KEYS).contributions(1000).with(MODEL);
    }

    private static Plan plan() {
        return Totals.plan(PrivacyUnit.USER_PER_DAY, Plans.GAUSSIAN, running().resetting(Duration.ofHours(RESET)));
    }

    private static long[] words(SplittableRandom random) {
        long[] words = new long[MODEL.words()];
        BigDecimal x = BigDecimal.valueOf(random.nextInt(11));
        MODEL.encode(new BigDecimal[] {x, BigDecimal.valueOf(random.nextInt(11))}, 0, words, 0);
        return words;
    }

    /** The words of all records, by "0/key/end of their hour". */
    private final Map<String, List<long[]>> sent = new TreeMap<>();

    private void add(Plan plan, Chain chain, SplittableRandom random, int hour) {
        long[] words = words(random);
        int key = random.nextInt(KEYS.length);
        sent.computeIfAbsent("0/" + KEYS[key] + "/" + hour * HOUR, name -> new ArrayList<>())
                .add(words);
        chain.add(Chain.record(plan, "user" + random.nextInt(9), (hour - 1) * HOUR + 5, 0, key, words));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void gradients_are_taken_at_released_models_whatever_restarts_and_at_any_parallelism(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        Plan plan = plan();
        try (Chain chain = Chain.start(plan, SCHEDULE, 2)) {
            for (int hour = 1; hour <= HOURS; hour++) {
                for (int i = random.nextInt(12); i > 0; i--) {
                    add(plan, chain, random, Math.min(HOURS, hour + random.nextInt(2)));
                }
                chain.restore(chain.checkpoint(), 1 + random.nextInt(3));
                if (random.nextBoolean()) {
                    chain.watermark(hour * HOUR + random.nextInt(1000));
                }
            }
            chain.watermark(Long.MAX_VALUE);
            assertThat(chain.releaseNames(Outcome.Kind.RELEASED))
                    .doesNotHaveDuplicates()
                    .hasSize(KEYS.length * HOURS);
            Map<String, long[]> released = numbers(chain, Outcome.Kind.RELEASED);
            Map<String, long[]> exact = numbers(chain, Outcome.Kind.EXACT);
            for (String key : KEYS) {
                assertGradients(key, released, exact);
            }
        }
    }

    private static Map<String, long[]> numbers(Chain chain, Outcome.Kind kind) {
        Map<String, long[]> numbers = new TreeMap<>();
        chain.outcomes().stream()
                .filter(outcome -> outcome.kind() == kind)
                .forEach(outcome -> numbers.put(Chain.name(outcome), outcome.values()));
        return numbers;
    }

    private void assertGradients(String key, Map<String, long[]> released, Map<String, long[]> exact) {
        double[] model = DESCENT.init(DIMENSION);
        long[] sums = new long[DIMENSION];
        for (int hour = 1; hour <= HOURS; hour++) {
            if (hour % RESET == 1) {
                model = DESCENT.init(DIMENSION);
                sums = new long[DIMENSION];
            }
            String name = "0/" + key + "/" + hour * HOUR;
            for (long[] words : sent.getOrDefault(name, List.of())) {
                double[] features = {words[2] / 1024.0, words[3] / 1024.0};
                DESCENT.add(model, new Example(features, words[1]), sums);
            }
            assertThat(exact.get(name)).as(name).isEqualTo(sums);
            long[] noisy = Objects.requireNonNull(released.get(name));
            // the noise is millions of grid steps wide
            assertThat(noisy[0]).isNotEqualTo(sums[0]);
            assertThat(noisy[1]).isNotEqualTo(sums[1]).isNotEqualTo(noisy[0]);
            model = DESCENT.next(new long[DIMENSION], (i, none) -> noisy[i]);
        }
    }

    @Test
    void a_model_of_every_step_is_released_only_where_totals_run_and_alone() {
        Totals sliding = Totals.sliding("models", 3).with(MODEL);
        assertThatIllegalArgumentException()
                .isThrownBy(sliding::query)
                .withMessage("release must hold models of every step only where totals run");
        Queries tumbling = Queries.hourly("models").with(MODEL);
        assertThatIllegalArgumentException().isThrownBy(tumbling::query).withMessageContaining("only where totals run");
        Totals counted = running().count();
        assertThatIllegalArgumentException()
                .isThrownBy(counted::query)
                .withMessage("a learner must be alone in its query");
    }

    /**
     * What is added to gradients is the noise of a series for each number, as it would be drawn for totals. The encoder rounds totals, by
     * less than 2^12 steps, and the noise is more than 2^20 steps wide.
     */
    @Test
    void the_noise_of_gradients_is_that_of_independent_series_whatever_the_records() {
        PricedTotals priced = Totals.priced(plan(), 0);
        StepDraws gradients = priced.draws();
        List<Aggregate> counts = List.of(new Count("one", BigDecimal.ONE), new Count("other", BigDecimal.ONE));
        StepDraws series = StepDraws.ofSeries(
                counts, ONE_EACH, Collections.nCopies(DIMENSION, priced.series().noise(0)));
        assertThat(gradients.words()).isEqualTo(series.words() + DIMENSION);
        long[] kept = new long[3 + gradients.words()];
        long[] keptOfSeries = new long[series.words()];
        Randomness one = new SplittableRandom(5)::nextLong;
        Randomness other = new SplittableRandom(5)::nextLong;
        SplittableRandom random = new SplittableRandom(6);
        long[] exact = new long[DIMENSION];
        for (int step = 1; step <= RESET; step++) {
            long[] cell = words(random);
            long[] measured = new long[DIMENSION];
            gradients.measure(kept, 3, cell, 0, measured);
            Arrays.setAll(exact, i -> exact[i] + measured[i]);
            long[] released = new long[DIMENSION];
            long[] noise = new long[DIMENSION];
            gradients.draw(kept, 3, cell, 0, released, 0, one);
            series.draw(keptOfSeries, 0, new long[DIMENSION], 0, noise, 0, other);
            for (int i = 0; i < DIMENSION; i++) {
                assertThat(released[i] - exact[i]).isCloseTo(noise[i], within(1L << 12));
            }
        }
        assertThat(Arrays.copyOf(kept, 3)).containsOnly(0);
        assertThat(exact).doesNotContain(0);
    }
}
