package dev.weir.jobs.config.grammar;

import java.util.List;

/** A type whose values are maps or may contain maps. */
@FunctionalInterface
public interface Nesting {

    /**
     * Returns the shapes of the maps that a value may be or contain.
     *
     * @return at least one shape; none only for a list of single values
     */
    List<Shape> shapes();
}
