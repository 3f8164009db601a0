package dev.weir.operators.aggregate.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Estimate;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Two fields from -1 to 1, of which records hold (1, 1), (-1, -1), (1, -1) and (-1, 1), 3, 3, 1 and 1 times, and one of 0.5. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PcaTest {

    private static RecordVector vector(Feature... features) {
        return new RecordVector(List.of(features), BigDecimal.valueOf(2), null);
    }

    private static final Feature X = ProductsTest.ranged("x", "-1", "1");
    private static final Feature Y = ProductsTest.ranged("y", "0", "10");

    private static long[] totals(Products products) {
        long[] totals = new long[products.coordinates()];
        long[] added = new long[totals.length];
        long[] words = new long[products.words()];
        double[][] records = {{1, 10}, {1, 10}, {1, 10}, {-1, 0}, {-1, 0}, {-1, 0}, {1, 0}, {-1, 10}};
        for (double[] record : records) {
            products.encode(
                    new BigDecimal[] {BigDecimal.valueOf(record[0]), BigDecimal.valueOf(record[1])}, 0, words, 0);
            products.vector(words, 0, added);
            Arrays.setAll(totals, i -> totals[i] + added[i]);
        }
        return totals;
    }

    private static Estimate exact(Products products) {
        return products.estimate(totals(products), new double[products.measured()], 0, null)
                .get(0);
    }

    private static double first(Estimate estimate, String field) {
        List<?> list = (List<?>) Objects.requireNonNull(estimate.fields().get(field));
        Object found = Objects.requireNonNull(list.get(0));
        return ((Number) (found instanceof List<?> inner ? inner.get(0) : found)).doubleValue();
    }

    @Test
    void exact_components_are_those_of_the_records_with_a_constant_and_without() {
        Estimate about = exact(new Pca("p", BigDecimal.ONE, 2, vector(Feature.CONSTANT, X, Y)));
        assertThat(about.fields()).containsEntry("fields", List.of("x", "y")).containsEntry("subspace-sine95", 0.0);
        assertThat(first(about, "eigenvalues")).isCloseTo(1.5, within(1e-9));
        assertThat(first(about, "share")).isCloseTo(0.75, within(1e-9));
        assertThat(first(about, "directions")).isCloseTo(Math.sqrt(0.5), within(1e-9));
        Estimate sums = exact(new Pca("p", BigDecimal.ONE, 1, vector(X, Y)));
        assertThat(first(sums, "eigenvalues")).isCloseTo(12, within(1e-9));
        assertThat(first(sums, "error95")).isZero();
    }

    @Test
    void exact_correlations_are_those_of_the_records() {
        Estimate found = exact(new Correlations("c", BigDecimal.ONE, vector(Feature.CONSTANT, X, Y)));
        assertThat(first(found, "correlations")).isCloseTo(0.5, within(1e-9));
        assertThat(first(found, "low95")).isCloseTo(0.5, within(1e-9));
    }

    /** Without a record nothing is known, and every list keeps its length. */
    @Test
    void moments_without_records_have_no_numbers() {
        Pca pca = new Pca("p", BigDecimal.ONE, 2, vector(Feature.CONSTANT, X, Y));
        Map<String, ?> fields =
                pca.estimate(new long[6], new double[6], 0, null).get(0).fields();
        assertThat((List<?>) fields.get("eigenvalues")).hasSize(2).containsOnlyNulls();
        assertThat(fields.get("directions")).isNull();
        Correlations correlations = new Correlations("c", BigDecimal.ONE, pca.records());
        assertThat(correlations
                        .estimate(new long[6], new double[6], 0, null)
                        .get(0)
                        .fields())
                .containsEntry("correlations", List.of(Arrays.asList((Object) null)));
    }

    /** A rounded Gaussian with sigma 1024 * 1024 has deviation 1 in scaled products, and 1 / sqrt(2) off the diagonal. */
    @Test
    void the_card_bounds_the_norm_of_the_noise() {
        Pca pca = new Pca("p", BigDecimal.ONE, 1, vector(Feature.CONSTANT, X, Y));
        RoundedGaussian noise = new RoundedGaussian(Ratio.of(1L << 40, 1));
        double bound = (double)
                Objects.requireNonNull(pca.accuracy(noise).get(0).more().get("spectral-error95"));
        assertThat(bound).isCloseTo(Math.sqrt(0.5) * (2 * Math.sqrt(3) + 2 * Math.sqrt(Math.log(40))), within(1e-5));
    }

    @Test
    void what_has_no_components_or_correlations_is_refused() {
        BigDecimal one = BigDecimal.ONE;
        assertThatThrownBy(() -> new Pca("p", one, 3, vector(Feature.CONSTANT, X, Y)))
                .hasMessage("components must be from 1 to the number of features that are read, which is 2");
        RecordVector labelled = new RecordVector(List.of(Feature.CONSTANT, X), one, Y);
        assertThatThrownBy(() -> new Pca("p", one, 1, labelled)).hasMessageStartingWith("label must not be given");
        assertThatThrownBy(() -> new Correlations("c", one, vector(X, Y)))
                .hasMessage("features must have a constant: correlations are about the means");
        assertThatThrownBy(() -> new Correlations("c", one, vector(Feature.CONSTANT, X)))
                .hasMessage("features must have two fields beside the constant");
    }
}
