package dev.weir.accountant.compose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.compose.convert.RenyiConversion;
import dev.weir.accountant.compose.pld.Work;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares bounds with the golden files by their rule: never below the exact value, at most a thousandth above it, and
 * formulas to 1e-9.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class ComposedLossGoldenTest {

    private static final double BELOW = 1 - 1e-9;
    /** The tolerance that this test enforces; the rule of the files allows 1e-3. */
    private static final double ABOVE = 1 + 5e-5;

    static Stream<Golden.Row> epsilons() {
        return Golden.rows("pld_epsilon.csv").filter(row -> row.has("epsilon_exact"));
    }

    static Stream<Golden.Row> brackets() {
        return Golden.rows("pld_epsilon.csv").filter(row -> !row.has("epsilon_exact"));
    }

    static Stream<Golden.Row> deltas() {
        return Golden.rows("delta_curves.csv").filter(row -> row.has("delta_exact"));
    }

    static Stream<Golden.Row> orders() {
        return Golden.rows("rdp_orders.csv");
    }

    static Stream<Golden.Row> conversionsAtOrder() {
        return Golden.rows("conversions.csv").filter(row -> row.text("kind").equals("rdp_at_order"));
    }

    static Stream<Golden.Row> conversionsOverOrders() {
        return Golden.rows("conversions.csv").filter(row -> row.text("kind").equals("rdp_optimised_over_order"));
    }

    @ParameterizedTest
    @MethodSource("epsilons")
    void certified_epsilon_is_never_below_the_truth_and_tight(Golden.Row row) {
        double exact = row.number("epsilon_exact");
        assertThat(plan(row).certifiedEpsilon(row.number("delta"))).isBetween(exact * BELOW, exact * ABOVE);
    }

    @ParameterizedTest
    @MethodSource("epsilons")
    void estimated_epsilon_is_close_to_the_truth(Golden.Row row) {
        double exact = row.number("epsilon_exact");
        double delta = row.number("delta");
        ComposedLoss plan = plan(row);
        double estimate = plan.estimateEpsilon(delta, Work.ofAnswer()).orElseGet(() -> plan.certifiedEpsilon(delta));
        assertThat(estimate).isBetween(exact * (1 - 1e-7), exact * ABOVE);
    }

    @ParameterizedTest
    @MethodSource("brackets")
    void where_nothing_exact_is_known_certified_epsilon_lies_in_the_bracket(Golden.Row row) {
        assertThat(plan(row).certifiedEpsilon(row.number("delta")))
                .isBetween(row.number("epsilon_pld_optimistic"), row.number("epsilon_pld_pessimistic") * (1 + 1e-4));
    }

    @ParameterizedTest
    @MethodSource("deltas")
    void certified_delta_is_never_below_the_truth_and_tight(Golden.Row row) {
        double exact = row.number("delta_exact");
        double delta = plan(row).certifiedDelta(row.number("epsilon"));
        assertThat(delta).isGreaterThanOrEqualTo(exact * BELOW);
        assertThat(delta).isLessThanOrEqualTo(exact * (1 + 1e-3) + 1e-14);
    }

    @ParameterizedTest
    @MethodSource("orders")
    void divergences_are_those_of_forty_digits(Golden.Row row) {
        assertClose(
                ComposedLoss.of(Recipe.parse(row.text("mechanism"))).renyi(row.number("order")),
                row.number("rdp_exact"));
    }

    @ParameterizedTest
    @MethodSource("conversionsAtOrder")
    void conversions_at_an_order_follow_the_formulas(Golden.Row row) {
        double order = row.number("order");
        double divergence = ComposedLoss.of(Recipe.parse(row.text("input"))).renyi(order);
        double delta = row.number("delta");
        assertClose(divergence, row.number("rdp"));
        assertClose(RenyiConversion.epsilon(order, divergence, delta), row.number("epsilon_cks2020"));
        assertClose(RenyiConversion.simpleEpsilon(order, divergence, delta), row.number("epsilon_mironov2017"));
    }

    @ParameterizedTest
    @MethodSource("conversionsOverOrders")
    void the_best_order_is_found(Golden.Row row) {
        ComposedLoss plan = ComposedLoss.of(Recipe.parse(row.text("input")));
        double delta = row.number("delta");
        assertClose(plan.renyiEpsilon(delta).orElseThrow().epsilon(), row.number("epsilon_cks2020"));
        assertClose(RenyiConversion.bestSimple(plan::renyi, delta).epsilon(), row.number("epsilon_mironov2017"));
    }

    private static ComposedLoss plan(Golden.Row row) {
        return ComposedLoss.of(Recipe.parse(row.text("recipe")));
    }

    private static void assertClose(double actual, double expected) {
        assertThat(actual).isCloseTo(expected, Offset.offset(1e-9 * expected));
    }
}
