package dev.weir.accountant.selection;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.UniformIndex;
import java.util.stream.IntStream;

/**
 * Draws one of several candidates, the better ones more likely: candidates are looked at in random order, and the first whose
 * {@link dev.weir.accountant.noise.ExponentialCoin} falls is taken. That of the best always falls. All arithmetic is exact.
 */
public enum Draw {
    /**
     * Candidates that were not taken are not looked at again: McKenna and Sheldon (2020). The law is that of the largest
     * u<sub>i</sub> + Z<sub>i</sub> with exponential Z of mean 1 / t (Ding and others (2021)). Never worse on average than
     * {@link #EXPONENTIAL}, and of no bounded range.
     */
    PERMUTE_AND_FLIP("permute-and-flip") {
        @Override
        public int from(Exponents exponents, Randomness randomness) {
            int[] left = IntStream.range(0, exponents.candidates()).toArray();
            for (int count = left.length; count > 1; count--) {
                int place = UniformIndex.below(count, randomness);
                if (exponents.falls(left[place], randomness)) {
                    return left[place];
                }
                left[place] = left[count - 1];
            }
            return left[0];
        }
    },
    /**
     * A candidate may be looked at again and again, so that its probability is proportional to e<sup>t u</sup>: the exponential
     * mechanism, McSherry and Talwar (2007).
     */
    EXPONENTIAL("exponential mechanism") {
        @Override
        public int from(Exponents exponents, Randomness randomness) {
            while (true) {
                int candidate = UniformIndex.below(exponents.candidates(), randomness);
                if (exponents.falls(candidate, randomness)) {
                    return candidate;
                }
            }
        }
    };

    private final String label;

    Draw(String label) {
        this.label = label;
    }

    /** The name under which people know the draw. */
    public String label() {
        return label;
    }

    /** Draws a candidate, by its number from 0. */
    public abstract int from(Exponents exponents, Randomness randomness);
}
