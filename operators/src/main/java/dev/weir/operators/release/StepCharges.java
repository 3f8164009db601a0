package dev.weir.operators.release;

import java.util.BitSet;

/**
 * The keys that pay for a step, and those that cannot pay and are withheld, by their entries. It is public, a function of
 * the schedule.
 */
final class StepCharges {

    private final BitSet paying = new BitSet();
    private final BitSet withheld = new BitSet();

    /** Notes that a key pays for its series, so that its release carries the charge. */
    void pay(int entry) {
        paying.set(entry);
    }

    /** Notes that a key cannot pay, so that its values are withheld. */
    void withhold(int entry) {
        withheld.set(entry);
    }

    boolean isPaying(int entry) {
        return paying.get(entry);
    }

    boolean isWithheld(int entry) {
        return withheld.get(entry);
    }
}
