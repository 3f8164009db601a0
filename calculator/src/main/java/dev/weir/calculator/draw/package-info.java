/** Questions about drawing one of several candidates: the price of the draw, and the probability of each candidate. */
@NullMarked
package dev.weir.calculator.draw;

import org.jspecify.annotations.NullMarked;
