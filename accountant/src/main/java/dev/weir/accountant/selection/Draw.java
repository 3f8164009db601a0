package dev.weir.accountant.selection;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.UniformIndex;
import java.util.stream.IntStream;

/**
 * Draws one of several candidates, better candidates with a larger probability. Candidates are considered in random
 * order, and the first candidate whose {@link dev.weir.accountant.noise.ExponentialCoin} falls is taken. The coin of
 * the best candidate always falls. All arithmetic is exact.
 */
public enum Draw {
    /**
     * A candidate that was not taken is not considered again: McKenna and Sheldon (2020). The drawn candidate has the
     * distribution of the candidate with the largest u<sub>i</sub> + Z<sub>i</sub> with exponential Z of mean 1 / t
     * (Ding and others (2021)). The mean score of permute-and-flip is never below that of {@link #EXPONENTIAL}, but
     * the range of its privacy loss may be as large as for any mechanism with the same &epsilon;.
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
     * A candidate that was not taken may be considered again, so that the probability of a candidate is proportional to
     * e<sup>t u</sup>: the exponential mechanism, McSherry and Talwar (2007).
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

    /** The name of the draw in the literature. */
    public String label() {
        return label;
    }

    /**
     * Draws a candidate.
     *
     * @param exponents the distance of each candidate's score from the best score, times the temperature
     * @param randomness the source of the random bits
     */
    public abstract int from(Exponents exponents, Randomness randomness);
}
