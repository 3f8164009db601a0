package dev.weir.operators.vote;

import static dev.weir.operators.vote.VoteBench.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.vote.VoteMechanism;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.GoodnessOfFit;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The draws and the account. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LabelOperatorTest {

    /** The reference's {@code pate_budget.csv}: (1, 1e-5) pays for 57 answers of sigma 40. */
    @Test
    void the_job_stops_after_exactly_the_computed_number_of_answers() throws Exception {
        Budget budget = new Budget.Approximate(BigDecimal.ONE, Delta.atMost(new BigDecimal("1e-5")));
        VoteTerms terms = VoteBench.terms(new VoteMechanism.Gnmax(new BigDecimal(40)), 2, budget);
        try (VoteBench bench = VoteBench.start(terms)) {
            for (int i = 0; i < 70; i++) {
                bench.ask("q" + i, i);
                bench.votes("q" + i, i, 1, 1);
            }
            bench.watermark(MINUTE);
            List<PublishedRow> rows = bench.rows();
            assertThat(rows.subList(0, 57)).extracting(PublishedRow::kind).containsOnly(Outcome.Kind.RELEASED);
            assertThat(rows.subList(57, 70)).extracting(PublishedRow::kind).containsOnly(Outcome.Kind.WITHHELD);
            assertThat(rows.subList(0, 57)).extracting(PublishedRow::charge).containsOnly(625_000_000_000L);
            assertThat(rows.subList(57, 70)).extracting(PublishedRow::charge).containsOnly(0L);
            assertThat(VoteBench.line(rows.get(69)))
                    .isEqualTo("q69 withheld 57 57 35625000000000 "
                            + (terms.account().budget().femto() - 35625000000000L));
            assertThat(bench.exact()).hasSize(57);
        }
    }

    /** The reference's {@code pate_winner.csv}, 2000 questions. A false alarm has probability at most 1e-6. */
    @Test
    void labels_have_the_law_of_the_reference() throws Exception {
        VoteMechanism mechanism =
                new VoteMechanism.ConfidentGnmax(new BigDecimal(70), new BigDecimal(15), new BigDecimal(12));
        List<String> labels = List.of("a", "b", "c", "d");
        VoteTerms terms = new VoteTerms(
                "law", 1, mechanism, labels, 100, VoteBench.exact(100, 1).close(), VoteBench.rho(new BigDecimal(100)));
        double[] law = {0.24717434234843955, 0.004888270918520964, 0.00032133767705985224, 0.00010858660290261221, 0};
        law[4] = 1 - 0.2524925375469229;
        long[] seen = new long[law.length];
        try (VoteBench bench = VoteBench.start(terms)) {
            for (int i = 0; i < 2000; i++) {
                bench.ask("q" + i, i);
                bench.votes("q" + i, i, 60, 25, 10, 5);
            }
            bench.watermark(MINUTE);
            for (String line : bench.lines()) {
                int label = labels.indexOf(line.split(" ", -1)[1]);
                seen[label < 0 ? 4 : label]++;
            }
        }
        assertThat(GoodnessOfFit.pValue(law, seen)).isGreaterThan(1e-6);
    }

    /** The second question's belief is confident, and the third one has none that is valid. */
    @Test
    void an_interactive_vote_has_the_students_label_where_teachers_agree_with_it() throws Exception {
        BigDecimal quiet = new BigDecimal("0.03125");
        VoteMechanism mechanism =
                new VoteMechanism.InteractiveGnmax(new BigDecimal("0.5"), quiet, quiet, new BigDecimal("0.9"));
        VoteTerms terms = VoteBench.terms(mechanism, 2, VoteBench.rho(new BigDecimal(5 * 1024)));
        try (VoteBench bench = VoteBench.start(terms)) {
            bench.ask(new PublicQuestion("a", 1000, new double[] {0.5, 0.25, 0.25}));
            bench.ask(new PublicQuestion("b", 1001, new double[] {0, 0.95, 0.05}));
            bench.ask(new PublicQuestion("c", 1002, new double[] {1, 1, 1}));
            bench.votes("a", 2000, 0, 0, 2);
            bench.votes("b", 2001, 0, 2);
            bench.votes("c", 2002, 2);
            bench.watermark(MINUTE);
            long check = 512_000_000_000_000_000L;
            assertThat(bench.lines())
                    .containsExactly(
                            "a odd 1 1 " + 3 * check + " " + 7 * check, "b malign 2 1 " + 4 * check + " " + 6 * check);
            assertThat(bench.exact()).containsExactly("a [0, 0, 2] true", "b [0, 2, 0] false");
        }
    }
}
