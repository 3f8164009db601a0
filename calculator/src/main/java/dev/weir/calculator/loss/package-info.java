/**
 * Questions about privacy losses: the cost of a plan, a loss in another currency, and the noise that a budget requires.
 */
@NullMarked
package dev.weir.calculator.loss;

import org.jspecify.annotations.NullMarked;
