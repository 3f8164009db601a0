package dev.weir.jobs.demo.attacks.world;

import java.util.Arrays;

/**
 * What an adversary sees of one world.
 *
 * @param world the world; an adversary takes no more of it than what the attack's description says is known
 * @param target where the figures come from
 * @param means for each figure the mean of all values that were published; NaN if there was none
 */
public record View(World world, Target target, double[] means) {

    private static final long COIN = -1;

    /**
     * The mean of all published values of a figure.
     *
     * @param figure the number of the figure
     */
    public double mean(int figure) {
        return means[figure];
    }

    /**
     * Whether a figure was published at all.
     *
     * @param figure the number of the figure
     */
    public boolean sees(int figure) {
        return !Double.isNaN(means[figure]);
    }

    /** The mean of the means of all figures that were published. */
    public double meanOfAll() {
        return Arrays.stream(means)
                .filter(mean -> !Double.isNaN(mean))
                .average()
                .orElse(Double.NaN);
    }

    /**
     * Whether a number is above a threshold. At the threshold a coin decides.
     *
     * @param number the number
     * @param threshold the threshold
     */
    public boolean isAbove(double number, double threshold) {
        return number == threshold ? world.random(COIN).nextBoolean() : number > threshold;
    }
}
