/** Numbers of rows that were estimated together. */
@NullMarked
package dev.weir.operators.aggregate.solved;

import org.jspecify.annotations.NullMarked;
