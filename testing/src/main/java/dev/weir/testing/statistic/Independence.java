package dev.weir.testing.statistic;

import dev.weir.testing.statistic.Trials.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * A test of whether worlds are independent. A draw that worlds share would make the bounds of an audit wrong, and is a fault by
 * itself.
 *
 * <p>For each column and arm, x<sub>i</sub> is the difference of two worlds that follow each other, and the statistic is
 * &sum; x<sub>i</sub> x<sub>i+1</sub> / sqrt(&sum; x<sub>i</sub>&sup2; x<sub>i+1</sub>&sup2;) over differences that share no
 * world. Differences of independent worlds of one law are symmetric about 0, so each product has either sign with probability
 * 1/2 whatever its size, and the statistic is at least t with probability at most exp(-t&sup2; / 2): Hoeffding (1963),
 * Theorem 2, for sums of independent signs.
 *
 * @param statistic the largest statistic of a column, in size
 * @param column the name of that column; empty if no column varies
 * @param limit what it stays below where worlds are independent
 */
public record Independence(double statistic, String column, double limit) {

    private static final int[] LAGS = {1, 2, 3};

    /**
     * Tests all columns.
     *
     * @param observations what was published
     * @param risk the probability of a false alarm over all columns, above 0
     */
    public static Independence of(Observations observations, double risk) {
        Observations varying = observations.varying(Part.ALL);
        double most = 0;
        String name = "";
        for (int i = 0; i < varying.columns().size(); i++) {
            double statistic = largest(varying.columns().get(i), varying.trials());
            if (statistic > most) {
                most = statistic;
                name = varying.names().get(i);
            }
        }
        int tests = Math.max(1, varying.columns().size() * LAGS.length * 2);
        return new Independence(most, name, Math.sqrt(2 * Math.log(2 * tests / risk)));
    }

    /** Whether no dependence was found. */
    public boolean holds() {
        return statistic <= limit;
    }

    private static double largest(double[] column, Trials trials) {
        double most = 0;
        Arms arms = trials.arms(column, Part.ALL);
        for (double[] arm : List.of(arms.with(), arms.without())) {
            for (int lag : LAGS) {
                most = Math.max(most, Math.abs(statistic(arm, lag)));
            }
        }
        return most;
    }

    /** The statistic of products of differences: worlds i and i + 2 lag against worlds i + lag and i + 3 lag. */
    private static double statistic(double[] arm, int lag) {
        List<Double> products = new ArrayList<>();
        for (int start = 0; start + 4 * lag <= arm.length; start += 4 * lag) {
            for (int i = start; i < start + lag; i++) {
                products.add((arm[i] - arm[i + 2 * lag]) * (arm[i + lag] - arm[i + 3 * lag]));
            }
        }
        double sum = products.stream().mapToDouble(Double::doubleValue).sum();
        double squares =
                products.stream().mapToDouble(product -> product * product).sum();
        return squares == 0 ? 0 : sum / Math.sqrt(squares);
    }
}
