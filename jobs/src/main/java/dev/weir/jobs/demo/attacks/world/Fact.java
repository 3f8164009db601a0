package dev.weir.jobs.demo.attacks.world;

import java.time.Instant;
import java.util.Locale;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * A record about a person of a world, or an empty slot in its place. A slot has the same time whether it is empty or not.
 *
 * @param time epoch milliseconds
 * @param world the number of the world
 * @param person the name of the person, unique over all worlds; empty in an empty slot
 * @param numbers what the record says of the person
 */
public record Fact(long time, int world, String person, long[] numbers) {

    /** The type, for Flink. */
    public static final TypeInformation<Fact> TYPE = TypeInformation.of(Fact.class);

    private static final long[] NOTHING = {};

    /**
     * A record.
     *
     * @param time epoch milliseconds
     * @param world the world
     * @param person the number of the person in the world
     * @param numbers what the record says of the person
     */
    public static Fact of(long time, World world, int person, long... numbers) {
        return new Fact(time, world.number(), String.format(Locale.ROOT, "%s/%d", world.key(), person), numbers);
    }

    /**
     * An empty slot.
     *
     * @param time epoch milliseconds
     * @param world the world
     */
    public static Fact empty(long time, World world) {
        return new Fact(time, world.number(), "", NOTHING);
    }

    /** Whether the slot holds a record. */
    public boolean isPresent() {
        return !person.isEmpty();
    }

    /** The time of the slot. */
    public Instant instant() {
        return Instant.ofEpochMilli(time);
    }

    /** The key of the world. */
    public String key() {
        return new World(0, world).key();
    }

    /** Names the world alone. */
    @Override
    public String toString() {
        return "fact of " + key();
    }
}
