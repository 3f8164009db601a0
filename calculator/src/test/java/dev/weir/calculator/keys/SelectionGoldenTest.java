package dev.weir.calculator.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.golden.GoldenRow;
import dev.weir.calculator.keys.SelectionPolicy.DeltaSplit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SelectionGoldenTest {

    static Stream<GoldenRow> rows() {
        return GoldenRow.read("partition_selection");
    }

    @ParameterizedTest
    @MethodSource("rows")
    void the_truncated_geometric_rule_agrees_with_the_reference(GoldenRow row) {
        long units = row.whole("num_users");
        TruncatedGeometric rule = TruncatedGeometric.of(policy(row));
        row.check("truncgeom_keep_prob", rule.keepProbability(units));
        row.check(
                "truncgeom_keep_prob_delta_over_l0",
                TruncatedGeometric.of(policy(row), DeltaSplit.UNION).keepProbability(units));
        if (row.has("truncgeom_hard_threshold")) {
            assertThat(rule.crossover()).isEqualTo((long) row.number("truncgeom_first_crossover"));
            assertThat(rule.threshold()).isEqualTo(row.number("truncgeom_hard_threshold"));
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void the_laplace_rule_agrees_with_the_reference(GoldenRow row) {
        LaplaceThreshold rule = LaplaceThreshold.of(policy(row));
        row.checkUpperBound("laplace_scale_b", rule.scale());
        row.checkUpperBound("laplace_threshold", rule.threshold());
        row.check("laplace_keep_prob", rule.keepProbability(row.whole("num_users")));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void the_gaussian_rule_agrees_with_the_reference(GoldenRow row) {
        GaussianThreshold rule = GaussianThreshold.of(policy(row));
        row.checkUpperBound("gaussian_sigma", rule.sigma());
        row.checkUpperBound("gaussian_threshold", rule.threshold());
        row.check("gaussian_keep_prob", rule.keepProbability(row.whole("num_users")));
    }

    private static SelectionPolicy policy(GoldenRow row) {
        return new SelectionPolicy(
                row.number("epsilon"),
                row.number("delta"),
                (int) row.whole("max_partitions"),
                row.whole("pre_threshold"));
    }
}
