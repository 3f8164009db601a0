package dev.weir.calculator.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The laws of linkage, reconstruction, regression and k-anonymity against attacks that are carried out from their descriptions, from fixed
 * seeds. A rate of n trials may be off by 5.6 standard deviations, sqrt(1/(4 n)) each at most: with another seed, a test would fail with
 * probability 2e-8.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FurtherLawsTest {

    private final SplittableRandom random = new SplittableRandom(31);

    private static Answer asked(String options) {
        String[] words = options.split(" ", -1);
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < words.length; i += 2) {
            given.put(words[i], words[i + 1].replace('~', ' '));
        }
        return AttackCalculation.CALCULATION.ask(new Arguments(given));
    }

    private static double rate(String options) {
        return Double.parseDouble(asked(options).cell("success"));
    }

    private static void simulate(double rate, int trials, BooleanSupplier attack) {
        int right = 0;
        for (int i = 0; i < trials; i++) {
            right += attack.getAsBoolean() ? 1 : 0;
        }
        assertThat((double) right / trials).isEqualTo(rate, within(5.6 * Math.sqrt(0.25 / trials)));
    }

    /** The difference of two geometric numbers. */
    private long laplace(double epsilon) {
        long up = geometric(epsilon);
        return up - geometric(epsilon);
    }

    private long geometric(double epsilon) {
        return (long) (Math.log(1 - random.nextDouble()) / -epsilon);
    }

    private double laplaces(double epsilon, int draws) {
        long sum = 0;
        for (int i = 0; i < draws; i++) {
            sum += laplace(epsilon);
        }
        return sum;
    }

    private int bits(int count) {
        return count == 0 ? 0 : Integer.bitCount(random.nextInt() >>> (32 - count));
    }

    private boolean above(double seen, double threshold) {
        return seen == threshold ? random.nextBoolean() : seen > threshold;
    }

    @ParameterizedTest
    @Tag("statistical")
    @CsvSource({"10, 60, 1", "40, 24, 0.5", "3, 2, 2"})
    void somebody_alone_in_a_row_is_linked_as_often_as_the_law_says(int people, int cells, double epsilon) {
        String setting = " people " + people + " cells " + cells;
        BooleanSupplier raw = () -> {
            boolean bit = random.nextBoolean();
            return (others(people, cells) + (bit ? 1 : 0) > 0) == bit;
        };
        simulate(rate("attack linkage against raw" + setting), 200_000, raw);
        assertThat(rate("attack linkage against fresh~noise" + setting))
                .isEqualTo(rate("attack linkage against raw" + setting));
        BooleanSupplier weir = () -> {
            boolean bit = random.nextBoolean();
            return (others(people, cells) + (bit ? 1 : 0) + laplace(epsilon) > 0.5) == bit;
        };
        simulate(rate("attack linkage against weir epsilon " + epsilon + setting), 200_000, weir);
    }

    private int others(int people, int cells) {
        int here = 0;
        for (int i = 0; i < people; i++) {
            here += random.nextInt(cells) == 0 ? 1 : 0;
        }
        return here;
    }

    @ParameterizedTest
    @Tag("statistical")
    @CsvSource({"5, 4, 10", "5, 2, 10", "5, 0, 3", "6, 0, 1", "20, 3, 40"})
    void a_row_of_people_who_look_alike_gives_a_bit_away_as_often_as_the_law_says(int people, int known, int times) {
        int unknown = people - 1 - known;
        String setting = " people " + people + " known " + known;
        simulate(rate("attack k-anonymity against raw" + setting), 200_000, () -> {
            int bit = bits(1);
            return above(bit + bits(unknown), (unknown + 1) / 2.0) == (bit == 1);
        });
        simulate(
                rate("attack k-anonymity against fresh~noise epsilon 1" + setting + " times " + times), 100_000, () -> {
                    int bit = bits(1);
                    return above(bit + bits(unknown) + laplaces(1, times) / times, (unknown + 1) / 2.0) == (bit == 1);
                });
        assertThat(rate("attack k-anonymity against weir epsilon 1" + setting))
                .isEqualTo(rate("attack k-anonymity against fresh~noise epsilon 1 times 1" + setting));
    }

    /** Solves the least squares with a library, and never with the inverse that the law is derived from. */
    @ParameterizedTest
    @Tag("statistical")
    @CsvSource({"16, 32, 1", "3, 4, 0.5", "6, 32, 0.2", "1, 2, 3"})
    void a_table_is_reconstructed_as_often_as_the_law_says(int people, int questions, double epsilon) {
        RealMatrix asked = new Array2DRowRealMatrix(questions, people);
        for (int j = 0; j < questions; j++) {
            for (int i = 0; i < people; i++) {
                asked.setEntry(j, i, 1 - Integer.bitCount(j & (i + 1)) % 2);
            }
        }
        RealMatrix solution = new QRDecomposition(asked).getSolver().getInverse();
        String setting = " people " + people + " questions " + questions;
        simulate(rate("attack reconstruction against fresh~noise epsilon " + epsilon + setting), 40_000, () -> {
            double[] bits = random.ints(people, 0, 2).asDoubleStream().toArray();
            double[] answers = asked.operate(bits);
            Arrays.setAll(answers, j -> answers[j] + laplace(epsilon));
            double estimate = solution.getRowVector(0).dotProduct(new ArrayRealVector(answers));
            return above(Math.rint(estimate * 1e9) / 1e9, 0.5) == (bits[0] == 1);
        });
    }

    @Test
    void in_weir_the_questions_of_a_reconstruction_share_the_budget() {
        assertThat(rate("attack reconstruction against weir epsilon 1 people 16 questions 32"))
                .isEqualTo(rate("attack reconstruction against fresh~noise epsilon 0.03125 people 16 questions 32"))
                .isBetween(0.5, 0.52);
    }

    /** One person and two questions: the answers to all and to none, so one draw decides, as in randomized response. */
    @ParameterizedTest
    @CsvSource({"0.001", "0.1", "1", "7"})
    void one_question_about_one_person_is_one_draw(double epsilon) {
        assertThat(new ReconstructionLaw(1, 2).success(epsilon)).isEqualTo(Success.pure(epsilon), within(1e-12));
    }

    /** Features and labels are drawn, and the regression is solved with and without the record. */
    @ParameterizedTest
    @Tag("statistical")
    @CsvSource({"16, 17, 24, 0.5", "2, 2, 1, 0.2", "3, 40, 5, 1"})
    void members_of_a_regression_are_told_as_often_as_the_law_says(int features, int people, int times, double scale) {
        String setting = " features " + features + " people " + people;
        simulate(rate("attack regression against raw" + setting), 40_000, () -> isTold(features, people, 0));
        double deviation = scale * Math.sqrt(2.0 / times);
        simulate(
                rate("attack regression against fresh~noise times " + times + " scale " + scale + setting),
                40_000,
                () -> isTold(features, people, deviation));
    }

    private boolean isTold(int features, int people, double deviation) {
        boolean isMember = random.nextBoolean();
        RealMatrix x = new Array2DRowRealMatrix(people + 1, features);
        double[] y = new double[people + 1];
        for (int i = 0; i <= people; i++) {
            for (int j = 0; j < features; j++) {
                x.setEntry(i, j, random.nextGaussian());
            }
            y[i] = random.nextGaussian();
        }
        int rows = isMember ? people : people - 1;
        RealMatrix used = x.getSubMatrix(0, rows, 0, features - 1);
        double[] weights = new QRDecomposition(used)
                .getSolver()
                .solve(new ArrayRealVector(y, 0, rows + 1))
                .toArray();
        double error = y[people];
        for (int j = 0; j < features; j++) {
            error -= x.getEntry(people, j) * (weights[j] + deviation * random.nextGaussian());
        }
        return (Math.abs(error) < 1) == isMember;
    }

    @Test
    void the_rate_of_a_regression_in_weir_has_a_bound_and_no_formula() {
        Answer answer = asked("attack regression against weir epsilon 1 delta 1e-6 features 16 people 17");
        assertThat(answer.cell("success")).isEmpty();
        assertThat(answer.cell("bound")).startsWith("0.5471");
    }
}
