package dev.weir.jobs.demo.attacks.world;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * One of many independent small worlds, made up from a seed. In each of them one person has a secret bit, which is fair. All worlds of an
 * attack are in one job: each has a key of its own, and its own people.
 *
 * @param seed begins the random choices of all worlds of one attack
 * @param number the number of the world, from 0
 */
public record World(long seed, int number) implements Serializable {

    private static final long SPREAD = 0xD1342543DE82EF95L;
    private static final long OTHER_SPREAD = 0xAF251AF3B0F025B5L;

    /** The secret bit of the person who is attacked. */
    public boolean bit() {
        return random(0).nextBoolean();
    }

    /**
     * Random choices of the world, the same at each call.
     *
     * @param stream which choices, from 0; 0 are those of the secret bit
     */
    public SplittableRandom random(long stream) {
        long own = new SplittableRandom(seed ^ number * SPREAD).nextLong();
        return new SplittableRandom(own ^ stream * OTHER_SPREAD);
    }

    /** The name of the world's key. */
    public String key() {
        return key(number);
    }

    private static String key(int number) {
        return String.format(Locale.ROOT, "t%04d", number);
    }

    /**
     * The keys of all worlds.
     *
     * @param worlds how many there are
     */
    public static List<String> keys(int worlds) {
        return IntStream.range(0, worlds).mapToObj(World::key).toList();
    }

    /**
     * The number of the world that a key belongs to.
     *
     * @param key as {@link #key} returns it
     */
    public static int numberOf(String key) {
        return Integer.parseInt(key, 1, key.length(), 10);
    }
}
