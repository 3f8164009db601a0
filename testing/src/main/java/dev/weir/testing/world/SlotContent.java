package dev.weir.testing.world;

import java.io.Serializable;

/** The bytes of each slot: a function of the slot's place, so that a slot that is read again holds the same. */
@FunctionalInterface
public interface SlotContent extends Serializable {

    /**
     * The bytes of the slot that a world has at a moment; none in an empty slot.
     *
     * @param scenario the number of the scenario
     * @param step the number of the moment within the scenario
     * @param world the number of the world
     */
    byte[] at(int scenario, int step, int world);
}
