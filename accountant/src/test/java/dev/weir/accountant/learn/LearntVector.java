package dev.weir.accountant.learn;

import dev.weir.accountant.compose.Golden;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** One row of {@code golden/learning/learnt_models.csv}. */
record LearntVector(Golden.Row row) {

    /** The grid of gradients and coefficients, fine enough for nine digits. */
    static final double GRID = 0x1p-40;

    static Stream<LearntVector> ofMethod(String method) {
        return Golden.read("/golden/learning/learnt_models.csv")
                .filter(row -> row.text("method").equals(method))
                .map(LearntVector::new);
    }

    double number(String column) {
        return row.number(column);
    }

    NormClip clip() {
        return new NormClip((long) (number("clip") / GRID), GRID);
    }

    /** The vectors of a column, which has vertical bars between them. */
    List<double[]> vectors(String column) {
        return Arrays.stream(row.text(column).split("[|]", -1))
                .map(LearntVector::numbers)
                .toList();
    }

    /** The records of each step. */
    List<List<Example>> examples() {
        return Arrays.stream(row.text("examples").split("[|]", -1))
                .map(step -> Arrays.stream(step.split(";", -1))
                        .map(LearntVector::example)
                        .toList())
                .toList();
    }

    private static Example example(String text) {
        double[] numbers = numbers(text);
        return new Example(Arrays.copyOf(numbers, numbers.length - 1), numbers[numbers.length - 1]);
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    /** Noise in grid steps. */
    static long steps(double noise) {
        return Math.round(noise / GRID);
    }

    @Override
    public String toString() {
        return row.text("method") + " " + row.text("loss");
    }
}
