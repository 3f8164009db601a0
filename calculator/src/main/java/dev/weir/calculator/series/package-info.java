/** Questions about series of steps: running totals and sliding windows. */
@NullMarked
package dev.weir.calculator.series;

import org.jspecify.annotations.NullMarked;
