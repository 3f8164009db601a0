/** The public clock of each input partition, the times that move it, and the watermarks that follow from it. */
@NullMarked
package dev.weir.operators.clock;

import org.jspecify.annotations.NullMarked;
