package dev.weir.operators.aggregate.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.regression.Feature;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Models of every step of a running total. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PrefixModelTest {

    /** The vectors of the reference have three decimals, so a record of thousandths holds them exactly, in features 1.024 times smaller. */
    private static final BigDecimal SMALLER = new BigDecimal("1.024");

    private static final double GRID = 0x1p-20;

    private static PrefixModel model(int features, BigDecimal rate, BigDecimal clip, BigDecimal ball) {
        List<Feature> ranged = IntStream.range(0, features)
                .<Feature>mapToObj(i -> new Feature.Ranged("x" + i, BigDecimal.ONE.negate(), BigDecimal.ONE))
                .toList();
        LabelledVector records = new LabelledVector(ranged, SMALLER, BigDecimal.ZERO);
        return new PrefixModel.Settings(LossKind.LOGISTIC, rate, clip, ball, 5000).of("big", BigDecimal.ONE, records);
    }

    private static PrefixModel model() {
        return model(2, new BigDecimal("0.1"), BigDecimal.ONE, BigDecimal.valueOf(8));
    }

    static List<String> reference() throws IOException, URISyntaxException {
        Path file =
                Path.of(Objects.requireNonNull(PrefixModelTest.class.getResource("/golden/learning/prefix_models.csv"))
                        .toURI());
        List<String> lines = Files.readAllLines(file);
        return lines.subList(1, lines.size());
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    /** The records of one step, "x x label;x x label", as a cell keeps them. */
    private static long[] kept(String step) {
        return Arrays.stream(step.split(";", -1))
                .map(PrefixModelTest::numbers)
                .flatMapToLong(record -> IntStream.range(-2, record.length - 1)
                        .mapToLong(
                                i -> i == -2 ? 1 : Math.round(i == -1 ? record[record.length - 1] : record[i] * 1000)))
                .toArray();
    }

    /**
     * With features, gradients and noise 1.024 times smaller and models larger, the models are those of the reference but for the grid of
     * gradients: each record, and each noise, is rounded by at most a grid step, which the rate multiplies. {@code LearntModelsTest}
     * compares the same steps on a finer grid, to 1e-9.
     */
    @ParameterizedTest
    @MethodSource("reference")
    void models_with_written_noise_are_those_of_the_reference(String line) {
        String[] cells = line.split(",", -1);
        BigDecimal clip = new BigDecimal(cells[0]);
        BigDecimal rate = new BigDecimal(cells[1]);
        String[] noise = cells[4].split("[|]", -1);
        String[] expected = cells[5].split("[|]", -1);
        int dimension = numbers(noise[0]).length;
        PrefixModel model = model(
                dimension,
                rate.multiply(SMALLER.pow(2)),
                clip.divide(SMALLER),
                new BigDecimal(cells[2]).multiply(SMALLER));
        long[] released = new long[dimension];
        long[] exact = new long[dimension];
        int records = 0;
        for (int t = 0; t < noise.length; t++) {
            long[] kept = kept(cells[3].split("[|]", -1)[t]);
            records += kept.length / (dimension + 2);
            long[] sums = model.gradients(kept, kept.length - dimension - 2, released, 0);
            double[] added = numbers(noise[t]);
            for (int i = 0; i < dimension; i++) {
                exact[i] += sums[i];
                released[i] = exact[i] + Math.round(added[i] / clip.doubleValue() / GRID);
            }
            assertClose(model, released, numbers(expected[t]), rate.doubleValue() * (records + 1) * GRID);
        }
        assertThat(noise).hasSizeGreaterThan(5);
    }

    private static void assertClose(PrefixModel model, long[] released, double[] expected, double far) {
        Map<String, ?> values = model.estimate(released, new double[released.length], 0, null)
                .get(0)
                .fields();
        assertThat(values.get("coefficients")).isInstanceOf(Map.class);
        Map<?, ?> coefficients = (Map<?, ?>) Objects.requireNonNull(values.get("coefficients"));
        for (int i = 0; i < expected.length; i++) {
            BigDecimal one = (BigDecimal) Objects.requireNonNull(coefficients.get("x" + i));
            assertThat(one.doubleValue()).isEqualTo(expected[i], within(far));
        }
    }

    /** Two records, of thousandths, one of them as long as a record may be, the other longer. */
    private static final long[] TWO = {1, 1, 600, 800, 1, -1, 5000, -9000};

    @Test
    void sums_of_gradients_do_not_depend_on_the_order_of_records_and_an_empty_cell_has_none() {
        long[] other = {1, -1, 5000, -9000, 1, 1, 600, 800};
        long[] at = {123_456, -654_321};
        assertThat(model().gradients(TWO, 4, at, 0)).isEqualTo(model().gradients(other, 4, at, 0));
        assertThat(model().gradients(new long[4], 0, at, 0)).containsOnly(0);
    }

    @Test
    void no_gradient_is_longer_than_what_a_record_pays_for_at_any_model() {
        PrefixModel model = model(2, BigDecimal.valueOf(100), new BigDecimal("0.01"), BigDecimal.valueOf(1000));
        long[] far = {1L << 40, -(1L << 41)};
        long[] gradient = model.gradients(new long[] {1, 1, 5000, -9000}, 0, far, 0);
        double length = Math.hypot((double) gradient[0], (double) gradient[1]);
        double most = model.recordSteps();
        assertThat(length).isBetween(0.999 * most, most);
        assertThat(model.fullSize(Norm.SQUARED_L2).longValueExact())
                .isEqualTo(model.recordSteps() * model.recordSteps());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> model.fullSize(Norm.L1))
                .withMessageContaining("Gaussian noise");
    }

    @Test
    void the_first_step_is_measured_at_the_model_zero_where_half_of_a_record_counts() {
        long[] measured = new long[3];
        model().measure(TWO, 0, measured, 1);
        assertThat(measured).containsExactly(0, -(300L << 20) / 1024, -(400L << 20) / 1024);
    }

    @Test
    void the_noise_of_weights_and_the_rate_that_it_suggests_are_stated() {
        PrefixModel model = model(4, new BigDecimal("0.5"), new BigDecimal("0.25"), BigDecimal.ONE);
        Accuracy accuracy =
                model.accuracy(RoundedGaussian.withStddev(40 * 0x1p20)).get(0);
        assertThat(accuracy.stddev()).isEqualTo(10, within(1e-6));
        assertThat(accuracy.sensitivity()).isEqualByComparingTo("0.25");
        assertThat(accuracy.more()).containsEntry("suggested-rate", 0.005).containsEntry("rate", 0.5);
        assertThat((double) Objects.requireNonNull(accuracy.more().get("weight-stddev")))
                .isEqualTo(5, within(1e-6));
    }

    @Test
    void settings_out_of_range_are_refused_by_name() {
        BigDecimal one = BigDecimal.ONE;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> model(2, BigDecimal.ZERO, one, one))
                .withMessageStartingWith("rate must be");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> model(2, one, new BigDecimal("1e-7"), one))
                .withMessageStartingWith("clip must be");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> model(2, one, one, new BigDecimal("1e7")))
                .withMessageStartingWith("ball must be");
    }

    @Test
    void every_setting_is_part_of_the_identity() {
        BigDecimal one = BigDecimal.ONE;
        BigDecimal two = BigDecimal.valueOf(2);
        assertThat(List.of(
                        model(2, one, one, one).identity(),
                        model(3, one, one, one).identity(),
                        model(2, two, one, one).identity(),
                        model(2, one, two, one).identity(),
                        model(2, one, one, two).identity()))
                .extracting(fields -> Arrays.toString(fields.bytes()))
                .doesNotHaveDuplicates();
    }
}
