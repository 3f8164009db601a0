/** Private selection of undeclared keys: three strategies, and the calculation {@code select}. */
@NullMarked
package dev.weir.calculator.keys;

import org.jspecify.annotations.NullMarked;
