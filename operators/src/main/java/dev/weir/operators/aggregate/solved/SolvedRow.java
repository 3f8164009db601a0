package dev.weir.operators.aggregate.solved;

import dev.weir.accountant.mechanism.Norm;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/**
 * The numbers of a block in one row of levels. Millionths of a grid step are whole numbers here, so that what is computed from them is as exact as for
 * whole steps.
 *
 * @param millionths the estimate of each measured number, in millionths of a grid step
 * @param stddev the standard deviation of each of them, in grid steps
 * @param norm the norm of the noise
 */
public record SolvedRow(List<BigInteger> millionths, double stddev, Norm norm) {

    /** A grid step in millionths. */
    public static final BigInteger STEP = BigInteger.valueOf(1_000_000);

    private static final int DIGITS = 6;

    /** Copies the list. */
    public SolvedRow {
        millionths = List.copyOf(millionths);
    }

    /**
     * The numbers in the unit of their field, exactly.
     *
     * @param grid the value of one grid step
     */
    public List<BigDecimal> values(BigDecimal grid) {
        return millionths.stream()
                .map(number -> plain(new BigDecimal(number, DIGITS).multiply(grid)))
                .toList();
    }

    private static BigDecimal plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
