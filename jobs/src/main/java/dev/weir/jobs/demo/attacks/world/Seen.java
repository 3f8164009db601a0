package dev.weir.jobs.demo.attacks.world;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** What an adversary has seen: the mean of all values of each figure, in every world. */
public final class Seen implements AutoCloseable {

    /** What the running jobs of this process show; sinks find it by name, because Flink copies them. */
    private static final Map<String, Seen> OPEN = new ConcurrentHashMap<>();

    private final String name = UUID.randomUUID().toString();
    private final double[][] sums;
    private final int[][] counts;

    /**
     * Nothing yet.
     *
     * @param worlds how many worlds there are
     * @param figures how many figures an attack has
     */
    public Seen(int worlds, int figures) {
        sums = new double[worlds][figures];
        counts = new int[worlds][figures];
        OPEN.put(name, this);
    }

    /** The name by which a job finds this. */
    public String name() {
        return name;
    }

    /**
     * What is open under a name.
     *
     * @param name as {@link #name()} returns it
     * @throws IllegalStateException if it is not open
     */
    public static Seen named(String name) {
        Seen found = OPEN.get(name);
        if (found == null) {
            throw new IllegalStateException("what a job shows must be open while the job runs");
        }
        return found;
    }

    /**
     * Takes published figures.
     *
     * @param answer the figures
     */
    public synchronized void take(Answer answer) {
        for (int i = 0; i < answer.figures().length; i++) {
            sums[answer.world()][answer.first() + i] += answer.figures()[i];
            counts[answer.world()][answer.first() + i]++;
        }
    }

    /**
     * What an adversary sees of one world.
     *
     * @param world the world
     * @param target where the figures come from
     */
    public View of(World world, Target target) {
        double[] means = new double[sums[world.number()].length];
        for (int i = 0; i < means.length; i++) {
            means[i] = sums[world.number()][i] / counts[world.number()][i];
        }
        return new View(world, target, means);
    }

    /** Takes no more. */
    @Override
    public void close() {
        OPEN.remove(name);
    }
}
