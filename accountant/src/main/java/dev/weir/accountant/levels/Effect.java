package dev.weir.accountant.levels;

import java.util.List;

/**
 * A part into which the totals of all levels can be divided so that parts do not disturb each other: on a tree the differences between nodes of
 * one level with the same parent, in a family of sets the interaction of some attributes.
 *
 * @param multiplicity the number of independent differences, at least 0
 * @param levels the indexes of the levels whose totals contain the effect, ascending
 */
public record Effect(double multiplicity, List<Integer> levels) {

    /** Copies the list of levels. */
    public Effect {
        levels = List.copyOf(levels);
    }
}
