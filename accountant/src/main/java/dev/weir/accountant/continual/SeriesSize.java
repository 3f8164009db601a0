package dev.weir.accountant.continual;

import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.List;

/**
 * The most that one contribution adds to one aggregate of a query.
 *
 * @param full the full size c, at least 1, in units of 2<sup>-bits</sup> grid steps with the bits of {@code length}; for a block the
 *     largest {@link BlockLength} of a contribution
 * @param length the units in which the lengths of a block are counted; a single number is counted in grid steps
 * @param spread the sum of 1 / f over the factors f of a block's numbers, a whole number; 1 for a single number
 */
record SeriesSize(long full, BlockLength length, long spread) implements Serializable {

    SeriesSize {
        Require.atLeast("full size", full, 1);
        Require.atLeast("spread", spread, 1);
    }

    /** The size of an aggregate that is a single number. */
    static SeriesSize number(long full) {
        return new SeriesSize(full, new BlockLength(Norm.SQUARED_L2, 0), 1);
    }

    /**
     * The size of an aggregate that is a block of several numbers.
     *
     * @param norm the norm in which the noise measures vectors
     * @param largest the largest size of the vector of one contribution, in the norm of the noise, with the size of
     *     each number divided by its factor
     * @param factors for each number the factor f that multiplies the scale, or the variance, of its noise; 1 / f is a
     *     whole number
     * @throws InvalidParameter if vectors of full size are 2<sup>63</sup> - 1 units long or longer
     */
    static SeriesSize block(Norm norm, BigInteger largest, List<Ratio> factors) {
        BlockLength length = BlockLength.of(norm, largest);
        return new SeriesSize(length.ofFullSize(largest), length, BlockLength.spread(factors));
    }

    /**
     * The full size in whole grid steps, rounded down, at least 1. It sets the resolution of the fixed-point encoder.
     */
    long steps() {
        return Math.max(1, full >> length.bits());
    }

    /** The full size in grid steps. */
    double inSteps() {
        return Math.scalb((double) full, -length.bits());
    }

    /**
     * Converts from squared units of lengths into squared grid steps.
     *
     * @param squared a value in squared units of lengths
     */
    double inSquaredSteps(double squared) {
        return Math.scalb(squared, -2 * length.bits());
    }

    /**
     * The bounds of the squared sensitivity, in squared units of lengths. The fixed-point encoder of each series of a block adds at most r
     * to the l2 sensitivity of this series; all encoders of the block together add at most r &radic;(&sum; 1 / f<sub>k</sub>), rounded up.
     *
     * @param blt the factorisation
     * @param perKey r, in grid steps
     * @param lastStep n, the number of steps of the series
     */
    SensitivityBound bound(Blt blt, double perKey, long lastStep) {
        double all = spread == 1 ? perKey : perKey * Math.sqrt((double) spread) * SensitivityBound.UP;
        return new SensitivityBound(blt, Math.scalb(all, length.bits()), lastStep);
    }

    /** The largest squared l2 distance by which a unit's contributions of full size move the aggregate, in squared grid steps. */
    double squaredSteps(BltNoise noise, Participation contributed) {
        SensitivityBound bound = bound(noise.blt(), noise.perKey(), noise.lastStep());
        return inSquaredSteps(bound.squared(contributed, full));
    }
}
