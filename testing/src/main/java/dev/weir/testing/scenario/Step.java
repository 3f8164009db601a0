package dev.weir.testing.scenario;

import java.io.Serializable;

/**
 * One slot of every world.
 *
 * @param stamp the time of the slot by the public clock, epoch milliseconds
 * @param time the event time of the record, epoch milliseconds
 * @param key the index of the record's key among those of a world, or {@link #UNDECLARED}
 * @param size the values of the record
 * @param person whom the record is about
 */
public record Step(long stamp, long time, int key, Size size, Person person) implements Serializable {

    /** The index of a key that no query declares. */
    public static final int UNDECLARED = -1;

    /** Values of a record. */
    public enum Size {
        /** All numbers far above every upper bound, and the first of the texts. */
        LARGEST,
        /** All numbers far below every lower bound, and the last of the texts. */
        SMALLEST,
        /** All numbers at the lower bound of their clamps, and the second of the texts. */
        LOW_END,
        /** All numbers at the upper bound of their clamps, and a text that nobody names. */
        HIGH_END
    }

    /** Whom a record is about. */
    public enum Person {
        /** The canary unit, in worlds that have it; elsewhere the slot is empty. */
        CANARY,
        /** The canary's person in another period, so another unit; in all worlds. */
        CANARY_LATER,
        /** Somebody else, in all worlds. */
        OTHER,
        /** Nobody: an empty slot that only ticks. */
        NOBODY
    }

    Step about(Person other) {
        return new Step(stamp, time, key, size, other);
    }
}
