/** Draws the numbers that a query releases of a key at a step, and keeps the noise that later steps need. */
@NullMarked
package dev.weir.operators.release.draw;

import org.jspecify.annotations.NullMarked;
