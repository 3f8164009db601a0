/** The unit account and the contribution bounds: one operator for all queries of a stream. Unit ids stop here. */
@NullMarked
package dev.weir.operators.gate;

import org.jspecify.annotations.NullMarked;
