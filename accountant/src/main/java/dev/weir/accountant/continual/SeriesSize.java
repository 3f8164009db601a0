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
 * How much one contribution adds at most to one aggregate of a query.
 *
 * @param full c: in units of 2<sup>-bits</sup> grid steps, at least 1; of a block the greatest {@link BlockLength} of what one adds
 * @param length in what units a block counts; a single number counts in grid steps
 * @param spread the sum of the 1 / f of a block's numbers, which is whole; 1 of a single number
 */
record SeriesSize(long full, BlockLength length, long spread) implements Serializable {

    SeriesSize {
        Require.atLeast("full size", full, 1);
        Require.atLeast("spread", spread, 1);
    }

    /** That of a single number. */
    static SeriesSize number(long full) {
        return new SeriesSize(full, new BlockLength(Norm.SQUARED_L2, 0), 1);
    }

    /**
     * That of a block of several numbers.
     *
     * @param largest the largest size of the vector of one contribution, in the norm of the noise, by its factors
     * @param factors f: by which the scale, or the variance, of the noise of each number is multiplied; 1 / f is whole
     * @throws InvalidParameter if vectors of full size are 2<sup>63</sup> - 1 units long or longer
     */
    static SeriesSize block(Norm norm, BigInteger largest, List<Ratio> factors) {
        BlockLength length = BlockLength.of(norm, largest);
        return new SeriesSize(length.ofFullSize(largest), length, BlockLength.spread(factors));
    }

    /** In whole grid steps, rounded down: sets the resolution of whole numbers. */
    long steps() {
        return Math.max(1, full >> length.bits());
    }

    /** In grid steps. */
    double inSteps() {
        return Math.scalb((double) full, -length.bits());
    }

    /** What is stated in squared units, in squared grid steps. */
    double inSquaredSteps(double squared) {
        return Math.scalb(squared, -2 * length.bits());
    }

    /**
     * Bounds in units. The whole numbers of each series of a block are off by up to r in l2, so that all of them together are off by r
     * &radic;(&sum; 1 / f<sub>k</sub>) in the length that counts, rounded up.
     *
     * @param perKey r, in grid steps
     */
    SensitivityBound bound(Blt blt, double perKey, long lastStep) {
        double all = spread == 1 ? perKey : perKey * Math.sqrt((double) spread) * SensitivityBound.UP;
        return new SensitivityBound(blt, Math.scalb(all, length.bits()), lastStep);
    }

    /** By how much contributions of full size move the aggregate at most, in squared grid steps. */
    double squaredSteps(BltNoise noise, Participation contributed) {
        SensitivityBound bound = bound(noise.blt(), noise.perKey(), noise.lastStep());
        return inSquaredSteps(bound.squared(contributed, full));
    }
}
