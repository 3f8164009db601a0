/** Exact totals, key accounts, the noise, and the floor below which nothing is released again. */
@NullMarked
package dev.weir.operators.release;

import org.jspecify.annotations.NullMarked;
