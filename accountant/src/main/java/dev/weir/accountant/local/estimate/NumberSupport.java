package dev.weir.accountant.local.estimate;

import dev.weir.accountant.local.NumberResponse;
import dev.weir.accountant.privacy.Require;
import java.math.BigInteger;
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
public final class NumberSupport {

    private static final int FEW = 30;

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

    /**
     * Adds a report.
     *
     * @param report the bytes of the report
     * @return whether it is one of the mechanism; if not, nothing changes
     */
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

    /** How many reports there are. */
    public long reports() {
        return reports;
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
