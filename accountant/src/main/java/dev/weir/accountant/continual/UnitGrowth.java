package dev.weir.accountant.continual;

import java.io.Serializable;

/**
 * How far one unit has moved one key of one series, in whole parts of a limit, and what a contribution adds to that: what the
 * unit account is charged when the contribution is taken.
 *
 * <p>What has to be known of earlier contributions is kept in {@link #words} words of a {@code long[]} for each unit and key,
 * from the start of a series to its end; words of 0 are a unit that has not contributed. Contributions may come in any order of
 * steps.
 */
sealed interface UnitGrowth extends Serializable permits UnitGrowth.Sum, GaussianGrowth {

    /** Stands for a growth that no account grants: the sizes are beyond counting, or there is no room to keep more. */
    long REFUSED = -1;

    /** How many words of state one unit takes for one key. */
    int words();

    /**
     * By how many parts a contribution makes the unit's size grow; changes nothing.
     *
     * @param state the units; this one starts at {@code at}
     * @param step the step it falls into, from 1
     * @param size how much it adds in grid steps, in absolute value, at least 0; of a block its {@link BlockLength}, in its units, in
     *     which limits and parts are then counted too
     * @return at least 0, or {@link #REFUSED}
     */
    long growth(long[] state, int at, long step, long size);

    /**
     * Keeps a contribution that has been charged.
     *
     * @throws IllegalStateException if its growth was {@link #REFUSED}
     */
    void keep(long[] state, int at, long step, long size);

    /**
     * Laplace noise on a tree: each contribution moves as many nodes as there are levels, whatever came before, so sizes add up in
     * l1 and a part is a grid step.
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
