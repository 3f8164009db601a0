package dev.weir.calculator.vote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.compose.convert.ZcdpConversion;
import dev.weir.accountant.golden.GoldenRow;
import dev.weir.accountant.synth.DeniableLoss;
import dev.weir.accountant.synth.PlausibleDeniability;
import dev.weir.accountant.vote.exact.CheckedPrice;
import dev.weir.accountant.vote.exact.ConfidentGnMax;
import dev.weir.accountant.vote.exact.GnMax;
import dev.weir.accountant.vote.exact.RenyiPrice;
import dev.weir.accountant.vote.exact.Votes;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class VoteGoldenTest {

    static Stream<GoldenRow> plain() {
        return GoldenRow.ofKind("pate", "gnmax");
    }

    static Stream<GoldenRow> confident() {
        return GoldenRow.ofKind("pate", "confident_gnmax_expected");
    }

    static Stream<GoldenRow> gaussianTables() {
        return GoldenRow.ofKind("pate", "paper_row_data_independent");
    }

    static Stream<GoldenRow> laplaceTables() {
        return GoldenRow.ofKind("pate", "paper_row_lnmax_data_independent");
    }

    static Stream<GoldenRow> deniability() {
        return GoldenRow.ofKind("pate", "plausible_deniability");
    }

    static Stream<GoldenRow> bestDeniability() {
        return GoldenRow.ofKind("pate", "plausible_deniability_best_t_for_delta_1e-6");
    }

    @ParameterizedTest
    @MethodSource("plain")
    void the_winner_of_a_vote_costs_what_the_reference_says(GoldenRow row) {
        RenyiPrice price = new GnMax(row.number("sigma2")).price(Votes.parse(row.text("votes")), row.number("order"));
        row.check("log_q", price.logMiss());
        row.checkUpperBound("rdp_data_independent", price.dataIndependent());
        row.checkUpperBound("rdp", price.dataDependent());
        assertThat(price.usesData()).isEqualTo(Boolean.parseBoolean(row.text("data_dependent_bound_used")));
    }

    @ParameterizedTest
    @MethodSource("confident")
    void a_checked_vote_costs_what_the_reference_says(GoldenRow row) {
        CheckedPrice price = new ConfidentGnMax(row.number("threshold"), row.number("sigma1"), row.number("sigma2"))
                .price(Votes.parse(row.text("votes")), row.number("order"));
        row.check("log_q", price.answer().logMiss());
        row.check("log_q_threshold", price.check().logMiss());
        row.check("pr_answered", price.answered());
        row.checkUpperBound("rdp_threshold_data_independent", price.check().dataIndependent());
        row.checkUpperBound("rdp_threshold", price.check().dataDependent());
        row.check("rdp_data_independent", price.expectedDataIndependent());
        row.check("rdp", price.expectedDataDependent());
        assertThat(price.usesData()).isEqualTo(Boolean.parseBoolean(row.text("data_dependent_bound_used")));
    }

    @ParameterizedTest
    @MethodSource("gaussianTables")
    void the_tables_of_the_2018_paper_without_a_look_at_the_votes(GoldenRow row) {
        ConfidentGnMax mechanism =
                new ConfidentGnMax(row.number("threshold"), row.number("sigma1"), row.number("sigma2"));
        double rho = mechanism.rho(row.whole("queries_asked"), row.whole("queries_answered"));
        double delta = row.number("delta");
        row.checkUpperBound("epsilon_mironov2017", ZcdpConversion.simpleEpsilon(rho, delta));
        row.checkUpperBound("epsilon_cks2020", ZcdpConversion.epsilon(rho, delta));
        row.checkUpperBound(
                "epsilon_exact_gaussian_composition", GaussianCurve.epsilon(StrictMath.sqrt(2 * rho), delta));
    }

    @ParameterizedTest
    @MethodSource("laplaceTables")
    void the_table_of_the_2017_paper_without_a_look_at_the_votes(GoldenRow row) {
        LnMax mechanism = new LnMax(row.number("lnmax_gamma"));
        long queries = row.whole("queries_answered");
        double delta = row.number("delta");
        row.checkUpperBound(
                "epsilon_theorem1_2017", mechanism.simple(queries, delta).epsilon());
        row.checkUpperBound("epsilon_kov15", mechanism.optimal(queries, delta).epsilon());
    }

    @ParameterizedTest
    @MethodSource("deniability")
    void plausible_deniability_agrees_with_the_reference(GoldenRow row) {
        DeniableLoss loss = test(row).at((int) row.whole("pd_t"));
        row.checkUpperBound("epsilon", loss.epsilon());
        row.checkUpperBound("delta", loss.delta());
    }

    @ParameterizedTest
    @MethodSource("bestDeniability")
    void the_best_split_for_a_delta_agrees_with_the_reference(GoldenRow row) {
        int best = test(row).best(1e-6).orElse(0);
        assertThat(best).isEqualTo(row.has("pd_t") ? (int) row.whole("pd_t") : 0);
        if (best > 0) {
            row.checkUpperBound("epsilon", test(row).at(best).epsilon());
            row.checkUpperBound("delta", test(row).at(best).delta());
        }
    }

    private static PlausibleDeniability test(GoldenRow row) {
        return new PlausibleDeniability((int) row.whole("pd_k"), row.number("pd_gamma"), row.number("pd_eps0"));
    }
}
