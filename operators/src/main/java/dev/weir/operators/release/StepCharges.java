package dev.weir.operators.release;

import java.util.BitSet;

/** Which keys pay for a step, and which cannot and are withheld, by their entries. Public: a function of the schedule. */
final class StepCharges {

    private final BitSet paying = new BitSet();
    private final BitSet withheld = new BitSet();

    /** A key pays for its series, so that its release carries the charge. */
    void pay(int entry) {
        paying.set(entry);
    }

    /** A key cannot pay: its values are withheld. */
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
