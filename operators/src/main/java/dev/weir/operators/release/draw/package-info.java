/** How the numbers that a query releases of a key are drawn at a step, and what of the noise is kept for later steps. */
@NullMarked
package dev.weir.operators.release.draw;

import org.jspecify.annotations.NullMarked;
