package dev.weir.accountant.continual.blt;

import dev.weir.accountant.privacy.Require;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * The design for running totals without a horizon. At a step, the factor is the standard deviation of the total divided by that of the best
 * series that ends at this step, {@link SquareRootToeplitz#sum}. The design minimises the largest factor over all steps up to {@code
 * steps}.
 *
 * <p>The search minimises a soft maximum of the squared factors r at the powers of two, ln(&sum; r<sup>p</sup>) / p with p = 400, which
 * exceeds the largest ln r by at most ln(25) / 400 if {@code steps} is 2<sup>24</sup>. Between powers of two the factor stays below this
 * maximum.
 *
 * @param steps the last step at which the factor counts, at least 2; the series may run on
 */
public record AnytimeDesign(long steps) implements BltDesign {

    /**
     * The design for series whose last step is unknown: at every step up to 2^24 its error is at most 1.355 times that of the best series
     * that ends at the step.
     */
    public static final AnytimeDesign STANDARD = new AnytimeDesign(1L << 24);

    /**
     * The exponents p of the soft maximum, from blunt to sharp; the search with each exponent starts at the result of
     * the search before.
     */
    private static final double[] SHARPNESS = {8, 50, 400};

    /** Up to this number of buffers one start suffices: other starts have found no other local optimum. */
    private static final int SINGLE_OPTIMUM = 8;

    private static final double LOWER_START = -4;

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code steps} is out of range */
    public AnytimeDesign {
        Require.atLeast("steps", steps, 2);
    }

    @Override
    public Blt optimize(int buffers) {
        BltDesign.requireBuffers(buffers);
        double[] best = LongStream.iterate(1, step -> step > 0 && step <= steps, step -> 2 * step)
                .mapToDouble(step -> 2 * StrictMath.log(SquareRootToeplitz.sum(step)))
                .toArray();
        List<ToDoubleFunction<Blt>> losses = Arrays.stream(SHARPNESS)
                .mapToObj(sharpness -> (ToDoubleFunction<Blt>) blt -> loss(blt, best, sharpness))
                .toList();
        double range = StrictMath.log((double) steps) + 0.5;
        BltSearch search = new BltSearch(losses).from(buffers, range, -1);
        return buffers <= SINGLE_OPTIMUM
                ? search.best()
                : search.from(buffers, range, LOWER_START).best();
    }

    private double loss(Blt blt, double[] best, double sharpness) {
        double[] factors = blt.doublingVariances(best.length);
        Arrays.setAll(factors, i -> StrictMath.log(factors[i]) - best[i]);
        double largest = Arrays.stream(factors).max().orElseThrow();
        double sum = 0;
        for (double factor : factors) {
            sum += StrictMath.exp(sharpness * (factor - largest));
        }
        return StrictMath.log(sensitivitySquared(blt)) + largest + StrictMath.log(sum) / sharpness;
    }

    /** The number is 6 up to 2^24 steps and 8 for more steps. The largest factor is then within 1 % of that with 10 buffers. */
    @Override
    public int buffers() {
        return steps <= 1L << 24 ? 6 : 8;
    }

    @Override
    public double sensitivitySquared(Blt blt) {
        return blt.sensitivitySquared(PrefixDesign.UNLIMITED);
    }
}
