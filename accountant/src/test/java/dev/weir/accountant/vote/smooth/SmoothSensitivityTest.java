package dev.weir.accountant.vote.smooth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.vote.exact.ConfidentGnMax;
import dev.weir.accountant.vote.exact.Votes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares sensitivities with those found by trying all votes that a few teachers can cast, abstentions included. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SmoothSensitivityTest {

    private static final double BETA = 0.05;

    /** Returns all numbers of votes for some labels by at most so many teachers. */
    private static List<int[]> all(int labels, int teachers) {
        if (labels == 0) {
            return List.of(new int[0]);
        }
        List<int[]> all = new ArrayList<>();
        for (int[] rest : all(labels - 1, teachers)) {
            int left = teachers - Arrays.stream(rest).sum();
            for (int first = 0; first <= left; first++) {
                int[] votes = new int[labels];
                votes[0] = first;
                System.arraycopy(rest, 0, votes, 1, labels - 1);
                all.add(votes);
            }
        }
        return all;
    }

    /** The number of teachers that must change their votes; abstentions count as a label. */
    private static int distance(int[] a, int[] b, int teachers) {
        int fewer = Math.max(0, Arrays.stream(a).sum() - Arrays.stream(b).sum());
        int others =
                IntStream.range(0, a.length).map(i -> Math.max(0, b[i] - a[i])).sum();
        assertThat(teachers).isGreaterThanOrEqualTo(others);
        return others + fewer;
    }

    private static Votes votes(int[] counts) {
        return Votes.copyOf(Arrays.stream(counts).asDoubleStream().toArray());
    }

    /**
     * The smallest ratio of a claimed sensitivity to the largest change of the loss between neighbours within the distance, over all
     * votes and distances; and whether the discounted maximum is smooth.
     */
    private static double slack(
            int labels, int teachers, ToDoubleFunction<int[]> loss, Function<int[], SmoothSensitivity> sensitivity) {
        List<int[]> all = all(labels, teachers);
        double[] losses = all.stream().mapToDouble(loss).toArray();
        double[] local = new double[all.size()];
        int[][] distances = new int[all.size()][all.size()];
        for (int i = 0; i < local.length; i++) {
            for (int j = 0; j < local.length; j++) {
                distances[i][j] = distance(all.get(i), all.get(j), teachers);
                if (distances[i][j] == 1) {
                    local[i] = Math.max(local[i], Math.abs(losses[i] - losses[j]));
                }
            }
        }
        double[] smooth = new double[local.length];
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < local.length; i++) {
            SmoothSensitivity claimed = sensitivity.apply(all.get(i)).within();
            smooth[i] = claimed.smooth(BETA);
            for (int j = 0; j < local.length; j++) {
                if (local[j] > 0 && distances[i][j] < teachers) {
                    least = Math.min(least, claimed.at(distances[i][j]) / local[j]);
                }
            }
        }
        requireSmooth(smooth, distances);
        return least;
    }

    private static void requireSmooth(double[] smooth, int[][] distances) {
        for (int i = 0; i < smooth.length; i++) {
            for (int j = 0; j < smooth.length; j++) {
                if (distances[i][j] == 1) {
                    assertThat(smooth[i]).isLessThanOrEqualTo(smooth[j] * StrictMath.exp(BETA) * (1 + 1e-6));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2, 9, 1, 2, 0",
        "2, 9, 1.5, 1.5, 0.0625",
        "2, 9, 2, 1.5, 0",
        "3, 7, 1, 1.5, 0",
        "3, 7, 1.2, 2, 0.25",
        "4, 5, 0.8, 1.2, 0"
    })
    void what_one_teacher_moves_in_an_answer_is_never_more(
            int labels, int teachers, double sigma, double order, double step) {
        assertThat(MonotoneLoss.of(sigma, order, labels).holds()).isTrue();
        AnswerSensitivity answers = new AnswerSensitivity(sigma, order, labels, step);
        double slack = slack(
                labels, teachers, counts -> answers.loss(votes(counts)), counts -> answers.of(votes(counts), teachers));
        assertThat(slack).isBetween(1.0, 1.5); // and for some votes hardly less
    }

    @ParameterizedTest
    @CsvSource({"9, 5, 1, 2", "9, 20, 3, 1.1", "9, 0, 1, 8"})
    void what_one_teacher_moves_in_a_check_is_never_more(int teachers, double threshold, double sigma, double order) {
        ConfidentGnMax check = new ConfidentGnMax(threshold, sigma, 1);
        CheckSensitivity checks = new CheckSensitivity(check, teachers, order);
        double slack = slack(2, teachers, counts -> checks.loss(most(counts)), counts -> checks.of(most(counts)));
        assertThat(slack).isBetween(1.0, 1.0 + 1e-6);
    }

    /** The surplus of the first label has other fractions than that of the second one. */
    @Test
    void what_one_teacher_moves_in_a_check_of_a_surplus_is_never_more() {
        ConfidentGnMax check = new ConfidentGnMax(2.5, 1, 1);
        SurplusSensitivity checks = new SurplusSensitivity(check, 9, 2);
        ToDoubleFunction<int[]> surplus = counts -> Math.max(counts[0] - 2.7, counts[1] - 6.3);
        double slack = slack(
                2,
                9,
                counts -> checks.loss(surplus.applyAsDouble(counts)),
                counts -> checks.of(surplus.applyAsDouble(counts)));
        assertThat(slack).isBetween(1.0, 2.0);
    }

    /** A teacher may change its labels on all questions, or on one alone. */
    @Test
    void a_sum_has_the_sensitivity_of_teachers_that_change_any_of_their_labels() {
        ConfidentGnMax check = new ConfidentGnMax(3, 0.7, 1);
        CheckSensitivity checks = new CheckSensitivity(check, 6, 2);
        double[] largest = new double[6];
        for (int first = 0; first <= 6; first++) {
            for (int second = 0; second <= 6; second++) {
                double change = change(checks, first) + change(checks, second);
                int distance = Math.max(Math.abs(first - 6), Math.abs(second - 3));
                for (int d = distance; d < 6; d++) {
                    largest[d] = Math.max(largest[d], change);
                }
            }
        }
        SmoothSensitivity sum = checks.of(6).plus(checks.of(3));
        for (int d = 0; d < 6; d++) {
            assertThat(sum.at(d)).isBetween(largest[d], largest[d] * (1 + 1e-6));
        }
        double exactly = checks.of(6).at(5) + checks.of(3).at(5);
        assertThat(exactly).isLessThan(largest[5] * 0.9); // values at exactly a distance would not do
    }

    private static double change(CheckSensitivity checks, int most) {
        return IntStream.of(most - 1, most + 1)
                .filter(other -> other >= 0 && other <= 6)
                .mapToDouble(other -> Math.abs(checks.loss(most) - checks.loss(other)))
                .max()
                .orElseThrow();
    }

    private static int most(int[] counts) {
        return Arrays.stream(counts).max().orElseThrow();
    }

    /** The three vectors are those of the tests of the authors' published program. */
    @Test
    void published_sensitivities_are_met() {
        SmoothSensitivity left = new AnswerSensitivity(250, 10, 5, 0).of(Votes.of(1000, 500, 300, 200, 0), 2000);
        assertThat(left.at(297)).isZero();
        assertClose(left.at(298), 2.77693450548e-7);
        assertClose(left.at(299), 2.10853979548e-6);
        assertClose(left.at(300), 2.73113623988e-6);
        SmoothSensitivity right = new AnswerSensitivity(0.5, 1.5, 3, 0).of(Votes.of(10, 0, 0), 10);
        assertClose(right.at(2), 5.90681786e-3);
        SmoothSensitivity check = new CheckSensitivity(new ConfidentGnMax(16, 2, 1), 30, 10).of(20);
        assertClose(check.at(3), 1.48454129e-4);
        assertClose(check.at(10), 1.42180452e-1);
        assertClose(check.at(11), 1.48454129e-4);
        assertClose(check.at(19), 1.93127860e-1);
        assertThat(check.at(21)).isZero();
    }

    private static void assertClose(double actual, double published) {
        assertThat(actual / published).isBetween(1 - 1e-8, 1 + 1e-6);
    }

    @Test
    void conditions_hold_where_the_published_program_finds_them_true() {
        assertThat(MonotoneLoss.of(20, 25, 10)).isEqualTo(new MonotoneLoss(true, false));
        assertThat(MonotoneLoss.of(30, 25, 10)).isEqualTo(new MonotoneLoss(true, true));
    }

    @Test
    void nothing_secret_is_printed() {
        assertThat(new SmoothSensitivity(new double[] {0.25})).hasToString("SmoothSensitivity");
    }
}
