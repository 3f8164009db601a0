package dev.weir.operators.aggregate.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RecordVectorTest {

    private static final RecordVector SPEND = new RecordVector(
            List.of(
                    Feature.CONSTANT,
                    ProductsTest.ranged("lines", "0", "60"),
                    new Feature.Named("key=United Kingdom", "United Kingdom")),
            BigDecimal.valueOf(2),
            ProductsTest.ranged("value", "0", "5000"));

    private static long[] encoded(RecordVector vector, String... values) {
        long[] words = new long[vector.length()];
        vector.encode(Stream.of(values).map(BigDecimal::new).toArray(BigDecimal[]::new), 0, words, 0);
        return words;
    }

    @Test
    void ranges_become_minus_one_to_one_and_features_are_divided_by_the_radius() {
        assertThat(encoded(SPEND, "0", "-1", "0")).containsExactly(512, -512, -512, -1024);
        assertThat(encoded(SPEND, "30", "0", "2500")).containsExactly(512, 0, 512, 0);
        assertThat(encoded(SPEND, "75", "0", "1e30")).containsExactly(512, 512, 512, 1024);
        assertThat(encoded(SPEND, "45", "0", "-7")).containsExactly(512, 256, 512, -1024);
    }

    /** 1024 steps of the range 0 to 1 are 2048 of the field's range: ties are rounded away from zero. */
    @Test
    void values_are_rounded_once() {
        RecordVector one = new RecordVector(List.of(ProductsTest.ranged("x", "-1", "1")), BigDecimal.ONE, null);
        assertThat(encoded(one, "0.00048828125")).containsExactly(1);
        assertThat(encoded(one, "0.00048828124")).containsExactly(0);
        assertThat(encoded(one, "-0.00048828125")).containsExactly(-1);
    }

    @Test
    void values_of_any_size_are_read_at_once() {
        assertThat(encoded(SPEND, "1e999999999", "0", "-1e-999999999")).containsExactly(512, 512, 512, -1024);
        assertThat(encoded(SPEND, "1e-999999999", "0", "1e-999999999")).containsExactly(512, -512, 512, -1024);
    }

    @Test
    void no_vector_is_longer_than_its_radius() {
        SplittableRandom random = new SplittableRandom(5);
        for (int run = 0; run < 10_000; run++) {
            long most = 1 + random.nextLong(2000);
            long[] vector = random.longs(1 + random.nextInt(40), -3000, 3001).toArray();
            long[] shortened = vector.clone();
            Shortening.shorten(shortened, 0, vector.length, most);
            long before = square(vector);
            long after = square(shortened);
            assertThat(after).isLessThanOrEqualTo(Math.min(before, most * most));
            if (before <= most * most) {
                assertThat(shortened).isEqualTo(vector);
            } else {
                // each coordinate loses less than a step, and the length at most one of ceil(|v|) parts
                assertThat(Math.sqrt((double) after))
                        .isGreaterThan(most * (1 - 1 / Math.sqrt((double) before)) - Math.sqrt(vector.length));
            }
        }
    }

    private static long square(long[] vector) {
        return Arrays.stream(vector).map(x -> x * x).sum();
    }

    @Test
    void what_cannot_be_scaled_is_refused() {
        List<Feature> twice = List.of(Feature.CONSTANT, Feature.CONSTANT);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RecordVector(twice, BigDecimal.ONE, null))
                .withMessageContaining("distinct names");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RecordVector(List.of(), BigDecimal.ONE, null))
                .withMessageStartingWith("features must be 1 to 32");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RecordVector(List.of(Feature.CONSTANT), BigDecimal.ZERO, null))
                .withMessageStartingWith("radius must be 0.001 to 1000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProductsTest.ranged("x", "1", "1"))
                .withMessageStartingWith("range must be");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Regression(
                        "r", BigDecimal.ONE, new RecordVector(List.of(Feature.CONSTANT), BigDecimal.ONE, null)))
                .withMessageStartingWith("label must be given");
        Feature constant = ProductsTest.ranged("constant", "0", "1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Regression(
                        "r",
                        BigDecimal.ONE,
                        new RecordVector(List.of(constant), BigDecimal.ONE, ProductsTest.ranged("y", "0", "1"))))
                .withMessageStartingWith("features must not be called constant");
    }

    @Test
    void the_usual_radius_grows_with_the_root_of_the_features() {
        assertThat(RecordVector.usualRadius(1)).isEqualByComparingTo("1");
        assertThat(RecordVector.usualRadius(8)).isEqualByComparingTo("2");
        assertThat(RecordVector.usualRadius(6)).isEqualByComparingTo("1.732");
    }
}
