package dev.weir.jobs.config.grammar;

import java.util.List;

/** A type whose values are maps, or may hold some. */
@FunctionalInterface
public interface Nesting {

    /**
     * The maps that a value may be, or may hold.
     *
     * @return at least one, unless a list holds single values
     */
    List<Shape> shapes();
}
