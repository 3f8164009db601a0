package dev.weir.operators.aggregate.solved;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Estimate;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a row that was estimated together with the other rows of its window, in place of the measured numbers of an outcome: {@link #WORDS}
 * words for each measured number. The standard deviation is among them, because it differs from row to row.
 */
public final class SolvedNumbers {

    /** The number of words for each measured number. */
    public static final int WORDS = 5;

    private static final int WHOLE = 0;
    private static final int MILLIONTHS = 1;
    private static final int STDDEV = 2;
    private static final int HAS_RAW = 3;
    private static final int RAW = 4;
    private static final int DIGITS = 6;

    private SolvedNumbers() {}

    /**
     * Writes the value of a number.
     *
     * @param numbers the words of a row, or of rows one after another
     * @param number the index of the measured number, from 0
     * @param whole the largest whole number of grid steps that is not above the estimate
     * @param millionths what the estimate has above it, in millionths of a step
     */
    public static void setValue(long[] numbers, int number, long whole, int millionths) {
        numbers[number * WORDS + WHOLE] = whole;
        numbers[number * WORDS + MILLIONTHS] = millionths;
    }

    /**
     * Subtracts the numbers of an earlier row, so that what is left is the growth since then.
     *
     * @param numbers the words of a row, or of rows one after another
     * @param earlier the words of earlier rows of the same keys
     */
    public static void subtract(long[] numbers, long[] earlier) {
        for (int at = 0; at < numbers.length; at += WORDS) {
            long millionths = numbers[at + MILLIONTHS] - earlier[at + MILLIONTHS];
            numbers[at + WHOLE] =
                    Math.subtractExact(numbers[at + WHOLE], earlier[at + WHOLE]) - (millionths < 0 ? 1 : 0);
            numbers[at + MILLIONTHS] = millionths < 0 ? millionths + 1_000_000 : millionths;
        }
    }

    /**
     * Writes the error of a number.
     *
     * @param numbers the words of a row, or of rows one after another
     * @param number the index of the measured number, from 0
     * @param stddev the standard deviation of the row's number, in grid steps
     */
    public static void setStddev(long[] numbers, int number, double stddev) {
        numbers[number * WORDS + STDDEV] = Double.doubleToRawLongBits(stddev);
    }

    /**
     * Writes the noisy number of the row's own node.
     *
     * @param numbers the words of a row
     * @param number the index of the measured number, from 0
     * @param raw the noisy number, in grid steps
     */
    public static void setRaw(long[] numbers, int number, long raw) {
        numbers[number * WORDS + HAS_RAW] = 1;
        numbers[number * WORDS + RAW] = raw;
    }

    /**
     * The estimates of a row, one for each aggregate.
     *
     * @param aggregates the aggregates of the query, each a single number or a {@link SolvedBlock}
     * @param numbers the words of the row
     * @param norm the norm of the noise
     */
    public static List<Estimate> estimates(List<Aggregate> aggregates, long[] numbers, Norm norm) {
        List<Estimate> estimates = new ArrayList<>();
        int at = 0;
        for (Aggregate aggregate : aggregates) {
            estimates.add(
                    aggregate instanceof SolvedBlock block
                            ? block.estimate(row(block, numbers, at, norm))
                            : estimate(aggregate, numbers, at));
            at += aggregate.measured() * WORDS;
        }
        return estimates;
    }

    private static SolvedRow row(SolvedBlock block, long[] numbers, int at, Norm norm) {
        List<BigInteger> millionths = IntStream.range(0, block.measured())
                .map(number -> at + number * WORDS)
                .mapToObj(word -> BigInteger.valueOf(numbers[word + WHOLE])
                        .multiply(SolvedRow.STEP)
                        .add(BigInteger.valueOf(numbers[word + MILLIONTHS])))
                .toList();
        return new SolvedRow(millionths, Double.longBitsToDouble(numbers[at + STDDEV]), norm);
    }

    private static Estimate estimate(Aggregate aggregate, long[] numbers, int at) {
        double[] stddev = {Double.longBitsToDouble(numbers[at + STDDEV])};
        Estimate whole = number(aggregate, numbers[at + WHOLE], stddev);
        BigDecimal value = plus(whole.value(), aggregate, numbers[at + MILLIONTHS]);
        if (numbers[at + HAS_RAW] == 0) {
            return Estimate.of(whole.name(), value, whole.stddev());
        }
        Map<String, @Nullable Object> fields = Estimate.number(value, whole.stddev());
        fields.put("raw", number(aggregate, numbers[at + RAW], new double[1]).value());
        return new Estimate(whole.name(), fields);
    }

    private static BigDecimal plus(BigDecimal whole, Aggregate aggregate, long millionths) {
        if (millionths == 0) {
            return whole;
        }
        BigDecimal grid =
                aggregate.grids().isEmpty() ? BigDecimal.ONE : aggregate.grids().get(0);
        BigDecimal sum =
                whole.add(grid.multiply(BigDecimal.valueOf(millionths, DIGITS))).stripTrailingZeros();
        return sum.scale() < 0 ? sum.setScale(0) : sum;
    }

    private static Estimate number(Aggregate aggregate, long steps, double[] stddev) {
        return aggregate.estimate(new long[] {steps}, stddev, 0, null).get(0);
    }
}
