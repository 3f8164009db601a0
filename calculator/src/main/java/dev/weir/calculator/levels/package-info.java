/** Questions about queries that release several levels of totals at once. */
@NullMarked
package dev.weir.calculator.levels;

import org.jspecify.annotations.NullMarked;
