/** The common part of all blocks of which candidates are selected. */
@NullMarked
package dev.weir.operators.aggregate.selection;

import org.jspecify.annotations.NullMarked;
