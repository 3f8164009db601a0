/** Private selection of undeclared keys: three strategies, and the question about them. */
@NullMarked
package dev.weir.calculator.keys;

import org.jspecify.annotations.NullMarked;
