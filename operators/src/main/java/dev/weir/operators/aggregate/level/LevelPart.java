package dev.weir.operators.aggregate.level;

import dev.weir.accountant.levels.NodeNumbers;
import java.util.Optional;

/** The part of an aggregate for keys with levels: what its rows of several levels are made of. */
public interface LevelPart {

    /** Returns the rule that a query breaks that has this aggregate and a key with levels, or empty if rows of levels can have it. */
    default Optional<String> refusedWithLevels() {
        return Optional.empty();
    }

    /** What each measured number is published as in rows of levels. */
    default NodeNumbers nodeNumbers() {
        return NodeNumbers.INTEGERS;
    }

    /** Whether the total of all records of two keys is the sum of the totals of each, so that rows of levels add up. */
    default boolean addsUpOverKeys() {
        return nodeNumbers().addUp();
    }
}
