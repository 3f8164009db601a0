package dev.weir.operators.release;

import java.util.BitSet;

/**
 * The entries of the keys that pay at a step, and of the keys that cannot pay and are withheld. Both sets are public,
 * because they depend on the schedule alone.
 */
final class StepCharges {

    private final BitSet paying = new BitSet();
    private final BitSet withheld = new BitSet();

    /** Notes that a key pays for its series at this step. The outcome of its release then states the charge. */
    void pay(int entry) {
        paying.set(entry);
    }

    /** Notes that a key cannot pay, so that its values are withheld. */
    void withhold(int entry) {
        withheld.set(entry);
    }

    /** Withheld keys alone, for the windows of a step after the first one, which has stated what keys pay. */
    StepCharges stated() {
        StepCharges stated = new StepCharges();
        stated.withheld.or(withheld);
        return stated;
    }

    boolean isPaying(int entry) {
        return paying.get(entry);
    }

    boolean isWithheld(int entry) {
        return withheld.get(entry);
    }
}
