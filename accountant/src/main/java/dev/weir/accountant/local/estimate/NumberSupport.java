package dev.weir.accountant.local.estimate;

import dev.weir.accountant.local.NumberResponse;
import dev.weir.accountant.privacy.Require;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The sums of the outputs of reports about numbers and of their squares, exactly, so that parts add up to the same whatever
 * their order.
 *
 * <p><b>Guarantee.</b> Post-processing of reports that were private when they were sent: no charge, no noise.
 *
 * <p><b>Error.</b> {@link #mean} is unbiased. Its standard error is that of the sample variance of the outputs, which are
 * public, over n. It therefore includes how much the values themselves differ: it is the error of an estimate of the mean
 * from which n people were drawn, and at least that of the mean of these n. Few outputs can be equal by chance, so that their
 * sample variance says little: below 30 reports it is at least the largest variance that the mechanism has.
 */
public final class NumberSupport implements ReportSums {

    private static final int FEW = 30;

    /** A sum of fewer than 2<sup>63</sup> longs is below 2<sup>126</sup>, and that of their squares below 2<sup>189</sup>. */
    private static final int SUM_WORDS = 2;

    private static final int SQUARES_WORDS = 3;

    /** How many numbers {@link #words} has: the reports, the sum and the sum of squares. */
    static final int WIDTH = 1 + SUM_WORDS + SQUARES_WORDS;

    private final NumberResponse mechanism;
    private long reports;
    private BigInteger sum = BigInteger.ZERO;
    private BigInteger squares = BigInteger.ZERO;

    /**
     * Begins without reports.
     *
     * @param mechanism the mechanism that all reports were drawn by
     */
    public NumberSupport(NumberResponse mechanism) {
        this.mechanism = mechanism;
    }

    @Override
    public boolean add(byte[] report) {
        OptionalLong output = mechanism.output(report);
        if (output.isPresent()) {
            BigInteger exact = BigInteger.valueOf(output.getAsLong());
            reports++;
            sum = sum.add(exact);
            squares = squares.add(exact.multiply(exact));
        }
        return output.isPresent();
    }

    /**
     * Adds what others have summed up.
     *
     * @param other reports of the same mechanism
     * @throws dev.weir.accountant.privacy.InvalidParameter if they are of another mechanism
     */
    public void add(NumberSupport other) {
        boolean isSame = mechanism.description().equals(other.mechanism.description());
        Require.that(isSame, "mechanism", mechanism.description(), other.mechanism.description());
        reports = Math.addExact(reports, other.reports);
        sum = sum.add(other.sum);
        squares = squares.add(other.squares);
    }

    @Override
    public long reports() {
        return reports;
    }

    @Override
    public long[] words() {
        long[] words = new long[WIDTH];
        words[0] = reports;
        write(sum, words, 1, SUM_WORDS);
        write(squares, words, 1 + SUM_WORDS, SQUARES_WORDS);
        return words;
    }

    /** Writes the two's complement of a number, its highest word first. */
    private static void write(BigInteger number, long[] words, int at, int count) {
        for (int i = 0; i < count; i++) {
            words[at + i] = number.shiftRight(Long.SIZE * (count - 1 - i)).longValue();
        }
    }

    @Override
    public void addWords(long[] words) {
        Require.holds(words.length == WIDTH, "words", "as many as the mechanism's", words.length);
        reports = Math.addExact(reports, words[0]);
        sum = sum.add(number(words, 1, SUM_WORDS));
        squares = squares.add(number(words, 1 + SUM_WORDS, SQUARES_WORDS));
    }

    private static BigInteger number(long[] words, int at, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(count * Long.BYTES);
        bytes.asLongBuffer().put(words, at, count);
        return new BigInteger(bytes.array());
    }

    /** The estimated mean of the values, in grid steps; empty without reports. It may lie outside of the range. */
    public Optional<Estimate> mean() {
        return reports == 0
                ? Optional.empty()
                : Optional.of(new Estimate(mechanism.value(sum.doubleValue() / reports), deviation()));
    }

    private double deviation() {
        double least = reports < FEW ? mechanism.worstDeviation() / Math.sqrt((double) reports) : 0;
        return reports == 1 ? least : Math.max(least, sampleDeviation());
    }

    private double sampleDeviation() {
        BigInteger n = BigInteger.valueOf(reports);
        double spread = n.multiply(squares).subtract(sum.multiply(sum)).doubleValue();
        return mechanism.stepsPerOutput() * Math.sqrt(spread / reports / reports / (reports - 1));
    }

    /** A text without any sum. */
    @Override
    public String toString() {
        return "NumberSupport of " + mechanism.description();
    }
}
