package dev.weir.accountant.continual;

import java.io.Serializable;

/**
 * The size of what one unit has contributed to one key of one series, in whole parts of a limit, and by how much a
 * contribution makes it grow. The unit's account is charged the growth when the contribution is taken.
 *
 * <p>Earlier contributions are remembered in {@link #words} words of a {@code long[]} for each unit and key, from the
 * start of a series to its end; words of 0 are a unit that has not contributed. Contributions may come in any order of
 * steps.
 */
sealed interface UnitGrowth extends Serializable permits UnitGrowth.Sum, GaussianGrowth {

    /** Stands for a growth that no account grants: the sizes are beyond counting, or there is no room to keep more. */
    long REFUSED = -1;

    /** How many words of state one unit takes for one key. */
    int words();

    /**
     * Computes by how many parts a contribution makes the unit's size grow, without changing the state.
     *
     * @param state the states of several units
     * @param at the index of the first word of this unit's state
     * @param step the step it falls into, from 1
     * @param size how much it adds in grid steps, in absolute value, at least 0; for a block its {@link BlockLength},
     * in whose units limits and parts are then counted
     * @return at least 0, or {@link #REFUSED}
     */
    long growth(long[] state, int at, long step, long size);

    /**
     * Keeps a contribution that has been charged. Parameters as for {@link #growth}.
     *
     * @throws IllegalStateException if its growth was {@link #REFUSED}
     */
    void keep(long[] state, int at, long step, long size);

    /**
     * The growth under Laplace noise on a tree. Each contribution moves one node of each level, whatever came before;
     * sizes add up in l1, and a part is a grid step.
     */
    record Sum() implements UnitGrowth {

        @Override
        public int words() {
            return 0;
        }

        @Override
        public long growth(long[] state, int at, long step, long size) {
            return size;
        }

        @Override
        public void keep(long[] state, int at, long step, long size) {}
    }
}
