/** Private selection of undeclared keys: three strategies, thresholds of drawn noise, and calculations about them. */
@NullMarked
package dev.weir.calculator.keys;

import org.jspecify.annotations.NullMarked;
