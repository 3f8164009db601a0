package dev.weir.operators.release;

import java.util.BitSet;

/** Which keys pay for a step, and which cannot and are withheld, by their rows. Public: a function of the schedule. */
final class StepCharges {

    private final BitSet paying = new BitSet();
    private final BitSet withheld = new BitSet();

    /** A key pays for its series, so that its release carries the charge. */
    void pay(int row) {
        paying.set(row);
    }

    /** A key cannot pay: its values are withheld. */
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
