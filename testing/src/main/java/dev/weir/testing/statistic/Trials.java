package dev.weir.testing.statistic;

import java.io.Serializable;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The worlds of an audit. A fair coin decides for each world whether it holds the canary, and another draw which part of the
 * attack it serves for; both are independent of everything that is published.
 *
 * @param count the number of worlds: even, at least 8
 * @param canary the worlds that hold the canary
 * @param learning the worlds that scores are learnt from
 * @param choosing the worlds by which one of the scores and single numbers is chosen
 */
public record Trials(int count, BitSet canary, BitSet learning, BitSet choosing) implements Serializable {

    private static final int FEWEST = 8;

    /** The number of worlds of which, on average, two serve for learning, one for choosing, and the others for the bound. */
    private static final int SHARES = 8;

    /** A part of the worlds. */
    public enum Part {
        /** Scores are learnt from these. */
        LEARNING,
        /** One of the scores and single numbers is chosen by these. */
        CHOOSING,
        /** Both of these: the rule of each score and number is chosen by them. */
        TRAINING,
        /** The bound is computed from these, and nothing else is. */
        TEST,
        /** All worlds. */
        ALL
    }

    /** @throws IllegalArgumentException if the number is odd or below 8 */
    public Trials {
        if (count < FEWEST || count % 2 != 0) {
            throw new IllegalArgumentException("trials must be an even number >= " + FEWEST + ", were " + count);
        }
        canary = (BitSet) canary.clone();
        learning = (BitSet) learning.clone();
        choosing = (BitSet) choosing.clone();
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
        BitSet learning = new BitSet();
        BitSet choosing = new BitSet();
        for (int world = 0; world < count; world++) {
            canary.set(world, random.nextBoolean());
            int share = random.nextInt(SHARES);
            learning.set(world, share < 2);
            choosing.set(world, share == 2);
        }
        return new Trials(count, canary, learning, choosing);
    }

    /**
     * The first of these worlds.
     *
     * @param fewer how many: even, at least 8
     */
    public Trials first(int fewer) {
        return new Trials(fewer, canary, learning, choosing);
    }

    /**
     * Whether a world holds the canary.
     *
     * @param world the number of the world
     */
    public boolean hasCanary(int world) {
        return canary.get(world);
    }

    private boolean isIn(Part part, int world) {
        return switch (part) {
            case LEARNING -> learning.get(world);
            case CHOOSING -> choosing.get(world);
            case TRAINING -> learning.get(world) || choosing.get(world);
            case TEST -> !learning.get(world) && !choosing.get(world);
            case ALL -> true;
        };
    }

    /** The numbers of the worlds of a part, in their order. */
    int[] worlds(Part part) {
        return IntStream.range(0, count).filter(world -> isIn(part, world)).toArray();
    }

    /** The entries of a column in both arms of a part. */
    Arms arms(double[] column, Part part) {
        return new Arms(entries(column, part, true), entries(column, part, false));
    }

    private double[] entries(double[] column, Part part, boolean withCanary) {
        return IntStream.range(0, count)
                .filter(world -> isIn(part, world) && hasCanary(world) == withCanary)
                .mapToDouble(world -> column[world])
                .toArray();
    }
}
