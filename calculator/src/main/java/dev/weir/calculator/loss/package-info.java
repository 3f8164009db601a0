/**
 * Questions about privacy losses: what a plan costs, what a loss is in another currency, and what noise a budget
 * requires.
 */
@NullMarked
package dev.weir.calculator.loss;

import org.jspecify.annotations.NullMarked;
