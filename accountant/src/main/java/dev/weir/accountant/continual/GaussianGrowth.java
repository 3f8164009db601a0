package dev.weir.accountant.continual;

/**
 * The growth of a unit's squared sensitivity under Gaussian noise. The sensitivity counts all steps up to the last step of the series, also
 * those past the horizon.
 *
 * <p><b>Guarantee.</b> For each key, the growths charged so far add up to at least the bound (||C u|| + r)&sup2; of {@link
 * SensitivityBound} for the unit's contributions u to the key, rounded up to parts. A contribution never lowers this bound, because the
 * bound counts sizes and not signs. The sum over all keys bounds the unit's realised loss, and individual accounting keeps this loss within
 * the budget (Feldman and Zrnic (2021); Koskela, Tobaben and Honkela (2022)). Growths are differences of rounded-up values, so rounding
 * costs a unit at most one part for each key. If the aggregate is a block, the size of a contribution is its {@link BlockLength}.
 */
abstract sealed class GaussianGrowth implements UnitGrowth permits GaussianGrowth.KeptSteps, GaussianGrowth.KeptTotal {

    private static final long serialVersionUID = 1L;

    /**
     * A squared sensitivity of this many parts or more is refused, so that two such numbers of parts fit a {@code long} and their
     * difference is exact. The account's limit alone does not ensure this: if the weights of the aggregates are very unequal, this many
     * parts of an aggregate of small weight could cost less than the limit.
     */
    private static final long TOO_MUCH = 1L << 62;

    private final SensitivityBound bound;
    private final double part;
    private final double column;

    /**
     * Creates the growth of the squared sensitivity of a series, counted in parts.
     *
     * @param bound the bound of the squared sensitivity of a series
     * @param part the size of one part, in squared grid steps, or for a block in squared units of lengths; above 0
     */
    private GaussianGrowth(SensitivityBound bound, double part) {
        this.bound = bound;
        this.part = part;
        this.column = bound.product(0);
    }

    /** An upper bound of ||C u||&sup2; for the contributions u that have been kept. */
    abstract double squared(long[] state, int at);

    /** An upper bound of ||C u||&sup2; for the contributions that have been kept and one more. */
    abstract double squaredWith(long[] state, int at, long step, long size);

    /** The inner product Gamma({@code lag}), rounded up. */
    final double product(long lag) {
        return lag == 0 ? column : bound.product(lag);
    }

    @Override
    public final long growth(long[] state, int at, long step, long size) {
        if (size == 0) {
            return 0;
        }
        double parts = parts(squaredWith(state, at, step, size));
        return parts < TOO_MUCH ? (long) parts - (long) parts(squared(state, at)) : REFUSED;
    }

    private double parts(double squared) {
        return Math.ceil(bound.withRounding(squared) / part * SensitivityBound.UP);
    }

    /**
     * Keeps each contribution's step and size, so that the bound is &sum; |u<sub>i</sub>| |u<sub>j</sub>| Gamma(distance). The state has
     * one word for this sum (a double as bits) and two words for each contribution. The kept sum is the double that was charged. The
     * addition of each contribution may lose half an ulp of the sum. There are at most 64 contributions, and the margin {@link
     * SensitivityBound#UP} is far above 32 ulps.
     */
    static final class KeptSteps extends GaussianGrowth {
        private static final long serialVersionUID = 1L;
        private final int times;

        KeptSteps(SensitivityBound bound, double part, int times) {
            super(bound, part);
            this.times = times;
        }

        @Override
        public int words() {
            return 1 + 2 * times;
        }

        @Override
        double squared(long[] state, int at) {
            return Double.longBitsToDouble(state[at]);
        }

        /** The bound with one more contribution; infinity if the state has no room to keep the contribution. */
        @Override
        double squaredWith(long[] state, int at, long step, long size) {
            double sum = product(0) * size;
            int free = free(state, at);
            for (int entry = at + 1; entry < free; entry += 2) {
                sum += 2 * product(Math.abs(step - state[entry])) * state[entry + 1];
            }
            return free == at + words() ? Double.POSITIVE_INFINITY : squared(state, at) + sum * size;
        }

        private int free(long[] state, int at) {
            int entry = at + 1;
            while (entry < at + words() && state[entry] != 0) {
                entry += 2;
            }
            return entry;
        }

        @Override
        public void keep(long[] state, int at, long step, long size) {
            if (size > 0) {
                int entry = free(state, at);
                if (entry == at + words()) {
                    throw new IllegalStateException("contributions to a key must be at most " + times);
                }
                state[at] = Double.doubleToRawLongBits(squaredWith(state, at, step, size));
                state[entry] = step;
                state[entry + 1] = size;
            }
        }
    }

    /**
     * Keeps only the sum of all sizes, in one word. By the triangle inequality ||C u|| is at most this sum times the norm of a column. The
     * bound is exact if all contributions fall on one step.
     *
     * <p>The sum is a whole number, which is converted to a double only for the bound. The growths of several contributions therefore add
     * up to the growth of one contribution of their total size, also beyond 2<sup>53</sup>, where doubles cannot represent odd numbers.
     * With a sum of doubles, contributions smaller than an ulp of the sum would be kept and never charged. The conversion may lose half an
     * ulp, 2<sup>-53</sup> of the sum; the margin {@link SensitivityBound#UP} is far above this loss.
     */
    static final class KeptTotal extends GaussianGrowth {
        private static final long serialVersionUID = 1L;

        KeptTotal(SensitivityBound bound, double part) {
            super(bound, part);
        }

        @Override
        public int words() {
            return 1;
        }

        @Override
        double squared(long[] state, int at) {
            return ofTotal((double) state[at]);
        }

        /** The bound with one more contribution; infinity if the sum of sizes overflows a {@code long}. */
        @Override
        double squaredWith(long[] state, int at, long step, long size) {
            long total = state[at] + size;
            return total < 0 ? Double.POSITIVE_INFINITY : ofTotal((double) total);
        }

        private double ofTotal(double total) {
            return product(0) * total * total * SensitivityBound.UP;
        }

        @Override
        public void keep(long[] state, int at, long step, long size) {
            if (state[at] + size < 0) {
                throw new IllegalStateException("contributions to a key must add up to at most 2^63 - 1");
            }
            state[at] += size;
        }
    }
}
