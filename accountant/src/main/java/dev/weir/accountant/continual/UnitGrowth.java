package dev.weir.accountant.continual;

import java.io.Serializable;

/**
 * Computes by how much a contribution increases the size of a unit's contributions to one key of one series, in whole parts. When the
 * contribution is admitted, the unit's account is charged this growth times the price of a part ({@link SeriesCost}).
 *
 * <p>Earlier contributions are remembered in {@link #words} words of a {@code long[]} for each unit and key, from the
 * start of a series to its end; a unit that has not contributed has words of 0. Contributions may come in any order of
 * steps.
 */
sealed interface UnitGrowth extends Serializable permits UnitGrowth.Sum, GaussianGrowth {

    /**
     * The result for a growth that no account grants: the size is too large to be counted, or the state has no room for
     * the contribution.
     */
    long REFUSED = -1;

    /** The number of words of state that one unit takes for one key. */
    int words();

    /**
     * Computes by how many parts a contribution makes the unit's size grow, without changing the state.
     *
     * @param state the states of several units
     * @param at the index of the first word of this unit's state
     * @param step the step that the contribution falls into, from 1
     * @param size the absolute value of the contribution in grid steps, at least 0; for a block its {@link BlockLength}
     * @return the growth in parts, at least 0, or {@link #REFUSED}
     */
    long growth(long[] state, int at, long step, long size);

    /**
     * Keeps a contribution that has been charged. Parameters as for {@link #growth}.
     *
     * @throws IllegalStateException if the growth of the contribution was {@link #REFUSED}
     */
    void keep(long[] state, int at, long step, long size);

    /**
     * The growth under Laplace noise on a tree. Each contribution moves one node of each level, so sizes add up in l1, whatever the unit
     * contributed before. A part is a grid step.
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
