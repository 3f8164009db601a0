package dev.weir.accountant.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.local.UnaryResponse.Form;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mechanisms of categories with small weights: every draw is tried, and probabilities are compared as fractions. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CategoryLawTest {

    private static final List<Odds> SMALL = List.of(new Odds(3, 1), new Odds(5, 2));

    /** A mechanism, its draw, and the factor that it promises. */
    record Case(CategoryResponse mechanism, Draw draw, BigFraction factor) {

        @Override
        public String toString() {
            return mechanism.description();
        }
    }

    interface Draw {
        byte[] report(long value, Uniform uniform);
    }

    static Stream<Case> cases() {
        return SMALL.stream()
                .flatMap(odds -> IntStream.rangeClosed(2, 5).boxed().flatMap(options -> cases(options, odds)));
    }

    private static Stream<Case> cases(int options, Odds odds) {
        BigFraction factor = new BigFraction((int) odds.heavy(), (int) odds.light());
        UnaryResponse symmetric = new UnaryResponse(options, Form.SYMMETRIC, odds);
        UnaryResponse optimized = new UnaryResponse(options, Form.OPTIMIZED, odds);
        HadamardResponse hadamard = new HadamardResponse(options, odds);
        return Stream.concat(
                IntStream.range(1, options).mapToObj(size -> {
                    SubsetResponse subset = new SubsetResponse(options, size, odds);
                    return new Case(subset, subset::report, factor);
                }),
                Stream.of(
                        new Case(symmetric, symmetric::report, factor.multiply(factor)),
                        new Case(optimized, optimized::report, factor),
                        new Case(hadamard, hadamard::report, factor)));
    }

    private static List<Map<String, BigFraction>> laws(Case of) {
        return IntStream.range(0, of.mechanism().options())
                .mapToObj(value -> Law.of(uniform -> of.draw().report(value, uniform)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void no_report_tells_two_values_apart_by_more_than_the_factor(Case of) {
        List<Map<String, BigFraction>> laws = laws(of);
        assertThat(laws).allSatisfy(law -> assertThat(law.values().stream().reduce(BigFraction.ZERO, BigFraction::add))
                .isEqualTo(BigFraction.ONE));
        assertThat(Law.largestQuotient(laws)).isEqualTo(of.factor());
        assertThat(of.mechanism().epsilon())
                .isBetween(
                        Math.log(of.factor().doubleValue()),
                        Math.log(of.factor().doubleValue()) + 1e-12);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void options_are_supported_as_often_as_the_rates_say(Case of) {
        List<Map<String, BigFraction>> laws = laws(of);
        SupportRates rates = of.mechanism().rates();
        for (int value = 0; value < laws.size(); value++) {
            for (int option = 0; option < laws.size(); option++) {
                double exact =
                        supported(of.mechanism(), laws.get(value), option).doubleValue();
                assertThat(exact).isCloseTo(option == value ? rates.own() : rates.other(), within(1e-15));
            }
        }
        assertThat(rates.gap()).isCloseTo(rates.own() - rates.other(), within(1e-15));
        assertThat(rates.ownMissing()).isCloseTo(1 - rates.own(), within(1e-15));
        assertThat(of.mechanism().influence()).isEqualTo(1 / rates.gap());
    }

    private static BigFraction supported(CategoryResponse mechanism, Map<String, BigFraction> law, int option) {
        return law.entrySet().stream()
                .filter(report -> support(mechanism, report.getKey())[option] == 1)
                .map(Map.Entry::getValue)
                .reduce(BigFraction.ZERO, BigFraction::add);
    }

    private static long[] support(CategoryResponse mechanism, String report) {
        long[] counters = new long[mechanism.counters()];
        assertThat(mechanism.count(Law.bytes(report), counters)).isTrue();
        return mechanism.support(counters, 1);
    }

    /** Twins with a fault: the size is left out of the weights, or the own option is written first. */
    @Test
    void draws_with_a_fault_are_caught() {
        SubsetResponse pair = new SubsetResponse(5, 2, new Odds(3, 1));
        Draw unweighted = (value, uniform) ->
                pair.report(value, count -> count == 9 ? uniform.below(4) < 3 ? 0 : 8 : uniform.below(count));
        assertThat(Law.largestQuotient(laws(new Case(pair, unweighted, BigFraction.ONE))))
                .isEqualTo(new BigFraction(9, 2));
        Draw ordered = (value, uniform) -> new byte[] {(byte) value, (byte) uniform.below(5)};
        List<Map<String, BigFraction>> laws = laws(new Case(pair, ordered, BigFraction.ONE));
        assertThat(laws.get(0).keySet()).doesNotContainAnyElementsOf(laws.get(1).keySet());
    }

    @Test
    void a_value_that_is_no_option_is_refused_without_being_shown() {
        SubsetResponse subset = new SubsetResponse(4, 1, new Odds(3, 1));
        for (long value : new long[] {-1, 4, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> subset.report(value, count -> 0))
                    .hasMessage("value must be the number of an option, from 0 to 3");
        }
    }
}
