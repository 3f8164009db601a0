/** Questions about aggregates: the noise of a block, and the errors of what is made of its noisy coordinates. */
@NullMarked
package dev.weir.calculator.block;

import org.jspecify.annotations.NullMarked;
