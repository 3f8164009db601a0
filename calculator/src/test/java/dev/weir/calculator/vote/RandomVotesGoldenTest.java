package dev.weir.calculator.vote;

import dev.weir.accountant.golden.GoldenRow;
import dev.weir.accountant.vote.exact.CheckedPrice;
import dev.weir.accountant.vote.exact.ConfidentGnMax;
import dev.weir.accountant.vote.exact.GnMax;
import dev.weir.accountant.vote.exact.InteractiveGnMax;
import dev.weir.accountant.vote.exact.RenyiPrice;
import dev.weir.accountant.vote.exact.Votes;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RandomVotesGoldenTest {

    static Stream<GoldenRow> gaussian() {
        return GoldenRow.ofKind("pate_mpmath", "gnmax");
    }

    static Stream<GoldenRow> laplace() {
        return GoldenRow.ofKind("pate_mpmath", "lnmax");
    }

    static Stream<GoldenRow> interactive() {
        return GoldenRow.ofKind("pate_mpmath", "interactive");
    }

    @ParameterizedTest
    @MethodSource("gaussian")
    void gaussian_votes_cost_what_four_hundred_digits_say(GoldenRow row) {
        check(row, new GnMax(row.number("sigma2")).price(Votes.parse(row.text("votes")), row.number("order")));
    }

    @ParameterizedTest
    @MethodSource("laplace")
    void laplace_votes_cost_what_four_hundred_digits_say(GoldenRow row) {
        check(row, new LnMax(row.number("lnmax_gamma")).price(Votes.parse(row.text("votes")), row.number("order")));
    }

    @ParameterizedTest
    @MethodSource("interactive")
    void interactive_votes_cost_what_four_hundred_digits_say(GoldenRow row) {
        ConfidentGnMax mechanism =
                new ConfidentGnMax(row.number("threshold"), row.number("sigma1"), row.number("sigma2"));
        double[] baseline = Arrays.stream(row.text("baseline").split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray();
        CheckedPrice price =
                new InteractiveGnMax(mechanism).price(Votes.parse(row.text("votes")), baseline, row.number("order"));
        row.check("log_q", price.answer().logMiss());
        row.check("log_q_threshold", price.check().logMiss());
        row.check("pr_answered", price.answered());
        row.checkUpperBound("rdp_threshold", price.check().dataDependent());
        row.check("rdp_data_independent", price.expectedDataIndependent());
        row.check("rdp", price.expectedDataDependent());
    }

    private static void check(GoldenRow row, RenyiPrice price) {
        row.check("log_q", price.logMiss());
        row.checkUpperBound("rdp_data_independent", price.dataIndependent());
        row.checkUpperBound("rdp", price.dataDependent());
    }
}
