package dev.weir.accountant.local.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.compose.Golden;
import dev.weir.accountant.local.CategoryResponse;
import dev.weir.accountant.local.HadamardResponse;
import dev.weir.accountant.local.SubsetResponse;
import dev.weir.accountant.local.UnaryResponse;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.SeededRandomness;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SupportTest {

    private static final BigDecimal ONE = BigDecimal.ONE;

    private static CategoryResponse mechanism(String name, int options, BigDecimal epsilon) {
        return switch (name) {
            case "randomized-response" -> SubsetResponse.single(options, epsilon);
            case "subset-selection" -> SubsetResponse.of(options, epsilon);
            case "unary-symmetric" -> UnaryResponse.symmetric(options, epsilon);
            case "unary-optimized" -> UnaryResponse.optimized(options, epsilon);
            default -> HadamardResponse.of(options, epsilon);
        };
    }

    static Stream<Golden.Row> vectors() {
        return Golden.read("/golden/learning/local_vectors.csv");
    }

    private static double[] numbers(Golden.Row row, String column) {
        return Arrays.stream(row.text(column).split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void supports_give_the_estimates_of_the_reference(Golden.Row row) {
        int options = Integer.parseInt(row.text("domain"));
        CategoryResponse mechanism = mechanism(row.text("mechanism"), options, new BigDecimal(row.text("epsilon")));
        double[] support = numbers(row, "support");
        List<Estimate> estimates = Arrays.stream(support)
                .mapToObj(
                        count -> Support.estimate(mechanism.rates(), (long) count, Long.parseLong(row.text("reports"))))
                .toList();
        double[] consistent =
                Simplex.nearest(estimates.stream().mapToDouble(Estimate::value).toArray(), row.number("reports"));
        for (int i = 0; i < options; i++) {
            assertThat(estimates.get(i).value()).isCloseTo(numbers(row, "estimates")[i], within(1e-8));
            assertThat(estimates.get(i).stddev()).isCloseTo(numbers(row, "stddev")[i], within(1e-8));
            assertThat(consistent[i]).isCloseTo(numbers(row, "norm_sub")[i], within(1e-8));
        }
    }

    static Stream<CategoryResponse> mechanisms() {
        return Stream.of(
                SubsetResponse.single(12, ONE),
                SubsetResponse.of(12, ONE),
                UnaryResponse.symmetric(12, ONE),
                UnaryResponse.optimized(12, ONE),
                HadamardResponse.of(12, ONE));
    }

    private static final int PEOPLE = 100_000;

    /** Half of all people have option 0, half of the others option 1, and so on. */
    private static int answer(int person) {
        return Math.min(11, Integer.numberOfTrailingZeros(person + 1));
    }

    private static double expected(int option) {
        return IntStream.range(0, PEOPLE)
                .filter(person -> answer(person) == option)
                .count();
    }

    private static Support reports(CategoryResponse drawn, CategoryResponse read, Randomness randomness) {
        Support support = new Support(read);
        for (int person = 0; person < PEOPLE; person++) {
            assertThat(support.add(drawn.report(answer(person), randomness))).isTrue();
        }
        return support;
    }

    /** By how many standard errors each estimate is off. */
    private static double[] errors(Support support) {
        return IntStream.range(0, 12)
                .mapToDouble(option -> {
                    Estimate estimate = support.estimates().get(option);
                    return (estimate.value() - expected(option)) / estimate.stddev();
                })
                .toArray();
    }

    /**
     * 100 000 reports of each mechanism: every estimate within 5.5 standard errors (probability 4e-8 for each of 60), which
     * estimates of reports with &epsilon; 0.8 instead of 1 are not.
     */
    @Tag("statistical")
    @ParameterizedTest
    @MethodSource("mechanisms")
    void estimates_are_as_far_off_as_they_say(CategoryResponse mechanism) {
        Randomness randomness = new SeededRandomness(36);
        double[] errors = errors(reports(mechanism, mechanism, randomness));
        assertThat(Arrays.stream(errors).map(Math::abs).max().orElseThrow()).isLessThan(5.5);
    }

    @Tag("statistical")
    @Test
    void reports_of_other_odds_are_seen_in_the_estimates() {
        SubsetResponse read =
                new SubsetResponse(12, 3, SubsetResponse.of(12, ONE).odds());
        SubsetResponse drawn = new SubsetResponse(
                12, 3, SubsetResponse.of(12, new BigDecimal("0.8")).odds());
        double[] errors = errors(reports(drawn, read, new SeededRandomness(37)));
        assertThat(Math.abs(errors[0])).isGreaterThan(5.5);
    }

    @Test
    void parts_add_up_whatever_their_order() {
        HadamardResponse mechanism = HadamardResponse.of(5, ONE);
        Randomness randomness = new SeededRandomness(38);
        Support whole = new Support(mechanism);
        Support[] parts = {new Support(mechanism), new Support(mechanism)};
        for (int i = 0; i < 1000; i++) {
            byte[] report = mechanism.report(i % 5, randomness);
            whole.add(report);
            parts[i % 2].add(report);
        }
        parts[1].add(parts[0]);
        assertThat(parts[1].counts()).isEqualTo(whole.counts());
        assertThat(parts[1].estimates()).isEqualTo(whole.estimates());
        assertThat(whole.reports()).isEqualTo(1000);
        assertThat(Arrays.stream(whole.consistent()).min().orElseThrow()).isNotNegative();
        assertThat(Arrays.stream(whole.consistent()).sum()).isCloseTo(1000, within(1e-9));
    }

    @Test
    void supports_of_other_mechanisms_are_refused() {
        Support support = new Support(SubsetResponse.of(12, ONE));
        Support other = new Support(SubsetResponse.single(12, ONE));
        assertThatThrownBy(() -> support.add(other)).hasMessageStartingWith("mechanism must be subset-selection 12 3 ");
    }

    @Test
    void what_is_no_report_changes_nothing() {
        Support support = new Support(SubsetResponse.of(5, ONE));
        assertThat(support.add(new byte[9])).isFalse();
        assertThat(support.reports()).isZero();
        assertThat(support.estimates()).allMatch(estimate -> estimate.equals(new Estimate(0, 0)));
    }
}
