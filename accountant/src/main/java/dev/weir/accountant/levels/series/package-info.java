/** Levels whose nodes have series of totals: running totals and sliding windows. */
@NullMarked
package dev.weir.accountant.levels.series;

import org.jspecify.annotations.NullMarked;
