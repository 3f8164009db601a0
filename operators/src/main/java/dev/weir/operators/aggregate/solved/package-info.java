/** What aggregates are in rows of several levels, and numbers of rows that were estimated together. */
@NullMarked
package dev.weir.operators.aggregate.solved;

import org.jspecify.annotations.NullMarked;
