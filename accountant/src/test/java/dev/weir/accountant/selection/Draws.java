package dev.weir.accountant.selection;

import dev.weir.accountant.compose.Golden;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;

/** Compares draws of candidates with their exact probabilities. */
public final class Draws {

    /** Candidates with a smaller expected count are counted together. */
    private static final double LEAST_EXPECTED = 20;

    private Draws() {}

    /**
     * Returns the p-value of Pearson's chi-square over candidates; 0 if an impossible one was drawn.
     *
     * @param probabilities the probabilities by candidate
     * @param size the number of draws
     */
    public static double pValue(double[] probabilities, int size, IntSupplier draw) {
        long[] seen = new long[probabilities.length];
        for (int i = 0; i < size; i++) {
            seen[draw.getAsInt()]++;
        }
        double statistic = 0;
        double rareExpected = 0;
        long rareSeen = 0;
        int cells = 0;
        for (int i = 0; i < seen.length; i++) {
            double expected = size * probabilities[i];
            if (expected < LEAST_EXPECTED) {
                rareExpected += expected;
                rareSeen += seen[i];
            } else {
                statistic += (seen[i] - expected) * (seen[i] - expected) / expected;
                cells++;
            }
        }
        if (rareExpected >= LEAST_EXPECTED) {
            statistic += (rareSeen - rareExpected) * (rareSeen - rareExpected) / rareExpected;
            cells++;
        }
        return cells < 2 ? 1 : 1 - new ChiSquaredDistribution(cells - 1.0).cumulativeProbability(statistic);
    }

    /** Returns the kind of draw that a row names. */
    public static Draw draw(Golden.Row row) {
        return row.text("mechanism").equals("exponential") ? Draw.EXPONENTIAL : Draw.PERMUTE_AND_FLIP;
    }

    /** Parses numbers that are separated by blanks. */
    public static List<BigDecimal> numbers(String text) {
        return Arrays.stream(text.split(" ", -1))
                .map(number -> number.contains("/")
                        ? new BigDecimal(number.substring(0, number.indexOf('/')))
                                .divide(new BigDecimal(number.substring(number.indexOf('/') + 1)))
                        : new BigDecimal(number))
                .toList();
    }
}
