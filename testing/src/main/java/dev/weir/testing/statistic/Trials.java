package dev.weir.testing.statistic;

import java.io.Serializable;
import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * The worlds of an audit. Each pair of neighbouring numbers is one world with the canary and one without, in random order;
 * half of the pairs serve for training, the other half for the bound.
 *
 * @param count the number of worlds: even, at least 8
 * @param canary the worlds that hold the canary
 * @param training the worlds that serve for training
 */
public record Trials(int count, BitSet canary, BitSet training) implements Serializable {

    private static final int FEWEST = 8;

    /** @throws IllegalArgumentException if the number is odd or below 8 */
    public Trials {
        if (count < FEWEST || count % 2 != 0) {
            throw new IllegalArgumentException("trials must be an even number >= " + FEWEST + ", were " + count);
        }
        canary = (BitSet) canary.clone();
        training = (BitSet) training.clone();
    }

    /**
     * Worlds at random.
     *
     * @param count the number of worlds: even, at least 8
     * @param seed begins the choices of the auditor, which decide nothing that is released
     */
    public static Trials of(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        BitSet canary = new BitSet();
        BitSet training = new BitSet();
        int pairs = count / 2;
        int left = pairs / 2;
        for (int pair = 0; pair < pairs; pair++) {
            canary.set(2 * pair + (random.nextBoolean() ? 1 : 0));
            if (random.nextInt(pairs - pair) < left) {
                training.set(2 * pair, 2 * pair + 2);
                left--;
            }
        }
        return new Trials(count, canary, training);
    }

    /**
     * The first of these worlds.
     *
     * @param fewer how many: even, at least 8
     */
    public Trials first(int fewer) {
        return new Trials(fewer, canary, training);
    }

    /**
     * Whether a world holds the canary.
     *
     * @param world the number of the world
     */
    public boolean hasCanary(int world) {
        return canary.get(world);
    }

    /**
     * Whether a world serves for training.
     *
     * @param world the number of the world
     */
    public boolean isTraining(int world) {
        return training.get(world);
    }
}
