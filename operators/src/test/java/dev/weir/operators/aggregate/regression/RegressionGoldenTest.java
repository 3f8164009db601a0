package dev.weir.operators.aggregate.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.learn.RidgeModel;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares models of records of whole numbers with the reference: whole numbers agree exactly, the model to 1e-9. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RegressionGoldenTest {

    static List<String> cases() throws IOException, URISyntaxException {
        Path file = Path.of(
                Objects.requireNonNull(RegressionGoldenTest.class.getResource("/golden/learning/moment_models.csv"))
                        .toURI());
        List<String> lines = Files.readAllLines(file);
        return lines.subList(1, lines.size());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void records_make_the_models_of_the_reference(String line) {
        String[] cells = line.split(",", -1);
        int features = Integer.parseInt(cells[0]);
        long steps = Long.parseLong(cells[1]);
        long[][] clipped = whole(cells[3]);
        long[][] records = whole(cells[2]);
        for (int i = 0; i < records.length; i++) {
            Shortening.shorten(records[i], 0, features, steps);
            records[i][features] = Math.max(-steps, Math.min(steps, records[i][features]));
            assertThat(records[i]).isEqualTo(clipped[i]);
        }
        long[] totals = totals(records, features);
        assertThat(totals).containsExactly(flat(cells[4]));
        long[] noise = flat(cells[5]);
        Arrays.setAll(totals, i -> totals[i] + noise[i]);
        double[][] moments = Products.symmetric(totals, 0, features + 1);
        RidgeModel model = RidgeModel.of(moments, Double.parseDouble(cells[6])).orElseThrow();
        assertThat(model.ridge()).isCloseTo(Double.parseDouble(cells[7]), within(1e-9 * model.ridge()));
        check(features, cells[8], cells[9], model);
    }

    private static void check(int features, String coefficients, String stddevs, RidgeModel model) {
        double[] weights = numbers(coefficients);
        double[] errors = numbers(stddevs);
        for (int i = 0; i < features; i++) {
            double[] of = new double[features];
            of[i] = 1;
            assertThat(model.value(of)).isCloseTo(weights[i], within(1e-9 * Math.abs(weights[i])));
            assertThat(model.stddev(of)).isCloseTo(errors[i], within(1e-9 * errors[i]));
        }
    }

    /** Returns the totals of records, encoded in the words of a block with the same number of features. */
    private static long[] totals(long[][] records, int features) {
        List<Feature> ranged = IntStream.range(0, features)
                .<Feature>mapToObj(i -> new Feature.Ranged("x" + i, BigDecimal.ZERO, BigDecimal.ONE))
                .toList();
        RecordVector vector =
                new RecordVector(ranged, BigDecimal.ONE, new Feature.Ranged("y", BigDecimal.ZERO, BigDecimal.ONE));
        SecondMoments moments = new SecondMoments("m", BigDecimal.ONE, vector);
        long[] totals = new long[moments.coordinates()];
        long[] products = new long[totals.length];
        for (long[] record : records) {
            moments.vector(record, 0, products);
            for (int i = 0; i < totals.length; i++) {
                totals[i] += products[i];
            }
        }
        return totals;
    }

    private static long[][] whole(String rows) {
        return Arrays.stream(rows.split(";"))
                .map(row ->
                        Arrays.stream(row.split(" ")).mapToLong(Long::parseLong).toArray())
                .toArray(long[][]::new);
    }

    private static long[] flat(String rows) {
        return Arrays.stream(whole(rows)).flatMapToLong(Arrays::stream).toArray();
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }
}
