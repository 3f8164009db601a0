package dev.weir.accountant.levels;

import java.io.Serializable;
import java.math.BigInteger;
import java.util.List;

/**
 * The public shape of a query with levels. A level consists of nodes. A base cell, which is a combination of all attributes of the key, lies
 * below exactly one node of every level, and a node's exact total is the sum of its base cells.
 *
 * <p>Nodes are numbered from 0 within a level, and through all levels in the order of levels ({@link #start}). Shapes are immutable.
 */
public sealed interface LevelShape extends Serializable permits LevelTree, SetFamily {

    /** The largest number of levels. */
    int MOST_LEVELS = 64;

    /** The largest number of nodes of all levels together. */
    int MOST_NODES = 1 << 28;

    /** The number of levels, from 1 to {@link #MOST_LEVELS}. */
    int levels();

    /**
     * The number of nodes of all levels before a level; for {@code levels()} the number of all nodes.
     *
     * @param level the index of the level, from 0 to {@code levels()}
     */
    int start(int level);

    /** The number of base cells. */
    long cells();

    /**
     * The node of a level above a base cell.
     *
     * @param level the index of the level, from 0
     * @param cell the index of the base cell, from 0
     * @return the index of the node within its level
     */
    int node(int level, long cell);

    /**
     * The largest number of base cells below one node of a level.
     *
     * @param level the index of the level, from 0
     */
    long largest(int level);

    /**
     * The largest sum of squared counts over the nodes of a level for some base cells of one window. It is reached by taking the cells below
     * the largest node first, then those below the next one, because a square grows the faster the larger it is.
     *
     * @param level the index of the level, from 0
     * @param cells the number of different base cells, from 1 to {@link #cells}
     */
    BigInteger squares(int level, long cells);

    /** The parts into which totals are divided. On an uneven tree they are those of the even tree with as many nodes in each level. */
    List<Effect> effects();

    /**
     * The level of a node.
     *
     * @param node the index of the node among all nodes
     */
    default int levelOf(int node) {
        int level = 0;
        while (node >= start(level + 1)) {
            level++;
        }
        return level;
    }

    /**
     * The number of nodes of a level.
     *
     * @param level the index of the level, from 0
     */
    default int nodes(int level) {
        return start(level + 1) - start(level);
    }

    /** The number of nodes of all levels. */
    default int nodes() {
        return start(levels());
    }

    /**
     * The mean number of base cells below a node of a level.
     *
     * @param level the index of the level, from 0
     */
    default double meanCells(int level) {
        return (double) cells() / nodes(level);
    }
}
