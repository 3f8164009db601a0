/** The common part of all aggregates that select candidates at random by their counts. */
@NullMarked
package dev.weir.operators.aggregate.selection;

import org.jspecify.annotations.NullMarked;
