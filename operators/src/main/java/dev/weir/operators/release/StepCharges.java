package dev.weir.operators.release;

import java.util.BitSet;

/**
 * The keys that pay for a step, and those that cannot pay and are withheld, by their rows. It is public, a function of
 * the schedule.
 */
final class StepCharges {

    private final BitSet paying = new BitSet();
    private final BitSet withheld = new BitSet();

    /** Notes that a key pays for its series, so that its release carries the charge. */
    void pay(int row) {
        paying.set(row);
    }

    /** Notes that a key cannot pay, so that its values are withheld. */
    void withhold(int row) {
        withheld.set(row);
    }

    boolean isPaying(int row) {
        return paying.get(row);
    }

    boolean isWithheld(int row) {
        return withheld.get(row);
    }
}
