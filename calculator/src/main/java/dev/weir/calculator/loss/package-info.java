/** Questions about privacy losses: what a plan costs, what it is in another currency, and what noise a budget takes. */
@NullMarked
package dev.weir.calculator.loss;

import org.jspecify.annotations.NullMarked;
