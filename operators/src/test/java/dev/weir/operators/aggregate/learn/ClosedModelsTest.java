package dev.weir.operators.aggregate.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.learn.Example;
import dev.weir.accountant.learn.NoisyDescent;
import dev.weir.accountant.learn.NormClip;
import dev.weir.accountant.learn.OutputPerturbation;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.regression.Feature;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Models that are trained when a window closes. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ClosedModelsTest {

    private static final LabelledVector RECORDS = new LabelledVector(
            List.of(
                    Feature.CONSTANT,
                    new Feature.Ranged("lines", BigDecimal.ZERO, BigDecimal.valueOf(64)),
                    new Feature.Named("british", "United Kingdom")),
            BigDecimal.valueOf(2),
            BigDecimal.valueOf(297));

    private static PerturbedModel perturbed(String strength) {
        return new PerturbedModel.Settings(LossKind.LOGISTIC, new BigDecimal(strength), 5000)
                .of("big", BigDecimal.ONE, RECORDS);
    }

    private static DescentModel descent(int steps) {
        return new DescentModel.Settings(LossKind.HINGE, steps, 400, BigDecimal.ONE, BigDecimal.valueOf(8), 5000)
                .of("big", BigDecimal.ONE, RECORDS);
    }

    /** The words of one record after another, of people who buy the more for the more lines. */
    private static List<long[]> words(int records) {
        SplittableRandom random = new SplittableRandom(3);
        List<long[]> words = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            int lines = random.nextInt(65);
            int british = random.nextInt(2);
            BigDecimal value = BigDecimal.valueOf(random.nextInt(400) + 4L * lines + 30L * british);
            long[] one = new long[RECORDS.length()];
            RECORDS.encode(
                    new BigDecimal[] {BigDecimal.valueOf(lines), BigDecimal.valueOf(british - 1), value}, 0, one, 0);
            words.add(one);
        }
        return words;
    }

    private static long[] kept(List<long[]> words) {
        return words.isEmpty()
                ? new long[RECORDS.length()]
                : words.stream().flatMapToLong(LongStream::of).toArray();
    }

    private static int last(long[] kept) {
        return kept.length - RECORDS.length();
    }

    @Test
    void a_record_is_one_its_label_and_its_shortened_features() {
        long[] words = new long[6];
        RECORDS.encode(
                new BigDecimal[] {BigDecimal.valueOf(48), BigDecimal.ZERO, new BigDecimal("297.01")}, 0, words, 1);
        assertThat(words).containsExactly(0, 1, 1, 512, 256, 512);
        RECORDS.encode(new BigDecimal[] {BigDecimal.valueOf(48), BigDecimal.ZERO, new BigDecimal("297")}, 0, words, 1);
        assertThat(words[2]).isEqualTo(-1);
        LabelledVector narrow = new LabelledVector(RECORDS.features(), new BigDecimal("0.5"), BigDecimal.ZERO);
        narrow.encode(new BigDecimal[] {BigDecimal.valueOf(64), BigDecimal.ZERO, BigDecimal.ONE}, 0, words, 1);
        assertThat(words).containsExactly(0, 1, 1, 590, 590, 590);
    }

    @Test
    void an_empty_cell_holds_no_record_and_what_no_record_writes_is_none() {
        assertThat(RECORDS.examples(new long[5], 0)).isEmpty();
        assertThat(RECORDS.examples(new long[] {2, 0, 9000, 9000, 9000}, 0)).isEmpty();
        Example example = RECORDS.examples(new long[] {0, 0, 0, 0, 0, 1, -1, 512, 0, 1}, 5)
                .get(0);
        assertThat(example.features()).containsExactly(0.5, 0, 1.0 / 1024);
        assertThat(example.label()).isEqualTo(-1);
    }

    @Test
    void noise_is_added_to_the_minimiser_that_the_accountant_proves() {
        PerturbedModel model = perturbed("20");
        long[] kept = kept(words(700));
        long[] exact = new long[4];
        model.measure(kept, last(kept), exact, 1);
        OutputPerturbation proven = OutputPerturbation.certain(LossKind.LOGISTIC.curved(), 20, 5000, 3);
        double[] minimiser = proven.minimiser(RECORDS.examples(kept, last(kept)), 3);
        for (int i = 0; i < 3; i++) {
            assertThat(exact[i + 1] * proven.grid()).isEqualTo(minimiser[i], within(proven.grid()));
        }
        assertThat((double) model.recordSteps() * proven.grid())
                .isBetween(proven.sensitivity(3), proven.sensitivity(3) + proven.grid());
        assertThat(model.fullSize(Norm.SQUARED_L2))
                .isEqualTo(BigInteger.valueOf(model.recordSteps()).pow(2));
    }

    /** 3 numbers, 2 000 draws: the mean square over sigma squared has deviation sqrt(2 / 6000) = 0.018; six of them are 0.11. */
    @Test
    @Tag("statistical")
    void the_noise_of_a_perturbed_model_is_that_of_its_price() {
        PerturbedModel model = perturbed("20");
        long[] kept = kept(words(50));
        long[] exact = new long[3];
        model.measure(kept, last(kept), exact, 0);
        AdditiveNoise noise = noise(1L << 20);
        var mechanism = model.prepare(noise);
        Randomness randomness = random(9);
        double squares = 0;
        for (int draw = 0; draw < 2000; draw++) {
            long[] released = new long[3];
            mechanism.release(kept, last(kept), released, 0, randomness);
            for (int i = 0; i < 3; i++) {
                squares += Math.pow((released[i] - exact[i]) / noise.stddev(), 2);
            }
        }
        assertThat(squares / 6000).isEqualTo(1, within(0.11));
    }

    private static Randomness random(long seed) {
        return new SplittableRandom(seed)::nextLong;
    }

    private static AdditiveNoise noise(long sigma) {
        return new RoundedGaussian(Ratio.of(sigma * sigma, 1));
    }

    @Test
    void the_order_of_arrival_does_not_matter() {
        List<long[]> words = words(300);
        long[] one = kept(words);
        Collections.shuffle(words, new Random(1));
        long[] other = kept(words);
        assertThat(one).isNotEqualTo(other);
        for (Learner model : List.of(perturbed("5"), descent(6))) {
            long[] first = new long[model.measured()];
            long[] second = new long[model.measured()];
            model.prepare(noise(1000)).release(one, last(one), first, 0, random(4));
            model.prepare(noise(1000)).release(other, last(other), second, 0, random(4));
            assertThat(first).isEqualTo(second);
        }
    }

    /** With hardly any noise, the descent is the accountant's with the rate of the documented rule. */
    @Test
    void a_descent_takes_its_steps_with_the_rate_of_the_rule() {
        DescentModel model = descent(12);
        long[] kept = kept(words(400));
        long[] released = new long[6];
        model.prepare(noise(1)).release(kept, last(kept), released, 0, random(4));
        NoisyDescent rule = new NoisyDescent(
                LossKind.HINGE.loss(),
                new NormClip(1 << 20, 0x1p-20),
                new NoisyDescent.Step(16 / Math.sqrt(12), 400),
                8);
        NoisyDescent.Path path = rule.run(RECORDS.examples(kept, last(kept)), 3, 12, (i, exact) -> exact);
        for (int i = 0; i < 3; i++) {
            assertThat(released[i] * 0x1p-30).isEqualTo(path.average()[i], within(1e-4));
            assertThat(released[3 + i] * 0x1p-30).isEqualTo(path.last()[i], within(1e-4));
        }
    }

    /** The noise of each step has T times the variance: 3 coefficients after one step from 0 without records are -rate N / n. */
    @Test
    @Tag("statistical")
    void each_step_of_a_descent_has_the_noise_of_its_part_of_the_price() {
        DescentModel model = new DescentModel.Settings(
                        LossKind.LOGISTIC, 4, 400, BigDecimal.ONE, BigDecimal.valueOf(1_000), 10)
                .of("big", BigDecimal.ONE, RECORDS);
        AdditiveNoise noise = noise(1L << 24);
        double sigma = 2 * 0x1p4 / 400;
        double rate = 2000 / Math.sqrt(4 * (1 + 3 * sigma * sigma));
        var mechanism = model.prepare(noise);
        Randomness randomness = random(19);
        double squares = 0;
        for (int draw = 0; draw < 2000; draw++) {
            long[] released = new long[6];
            mechanism.release(new long[5], 0, released, 0, randomness);
            for (int i = 3; i < 6; i++) {
                squares += Math.pow(released[i] * 0x1p-30, 2);
            }
        }
        // the last of four steps: a sum of four draws; the ball of radius 1000 is never reached
        assertThat(squares / 6000 / (4 * rate * rate * sigma * sigma)).isEqualTo(1, within(0.11));
    }

    @Test
    void coefficients_are_in_the_units_of_the_fields() {
        PerturbedModel model = perturbed("1");
        double grid = OutputPerturbation.certain(LossKind.LOGISTIC.curved(), 1, 5000, 3)
                .grid();
        long[] weights = {Math.round(2 / grid), Math.round(4 / grid), Math.round(-1 / grid)};
        Map<String, Object> fields = model.estimate(weights, new double[] {1 / grid, 1 / grid, 1 / grid}, 0, null)
                .get(0)
                .fields();
        // lines: (lines - 32) / 32 / 2 times 4; british: (b - 0.5) / 0.5 / 2 times -1; constant: 2 / 2 - 2 + 0.5
        assertThat(fields.get("coefficients")).hasToString("{constant=-0.5, lines=0.0625, british=-1}");
        Map<?, ?> deviations = (Map<?, ?>) Objects.requireNonNull(fields.get("stddev"));
        assertThat((Double) deviations.get("lines")).isEqualTo(1.0 / 64, within(1e-12));
        assertThat((Double) deviations.get("constant")).isEqualTo(Math.sqrt(0.25 + 0.25 + 0.25), within(1e-9));
    }

    @Test
    void what_cannot_be_trained_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> perturbed("0.0001"))
                .withMessageStartingWith("strength must be larger, or records fewer");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PerturbedModel.Settings(LossKind.HINGE, BigDecimal.TEN, 1_000_001)
                        .of("big", BigDecimal.ONE, RECORDS))
                .withMessage("records must be 1 to 1000000, was 1000001");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> descent(0))
                .withMessage("steps must be 1 to 10000, was 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> perturbed("20").fullSize(Norm.L1))
                .withMessage("learn must go with a budget of Gaussian noise: give it a delta, or a rho");
        assertThat(perturbed("20").oneStepOnly()).isPresent();
    }
}
