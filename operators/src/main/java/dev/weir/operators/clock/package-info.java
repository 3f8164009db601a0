/** The public clock: what moves it in each input partition, and the watermarks that follow from it. */
@NullMarked
package dev.weir.operators.clock;

import org.jspecify.annotations.NullMarked;
