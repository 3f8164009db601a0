/** Estimates of all levels that add up, computed from noisy integers alone. */
@NullMarked
package dev.weir.accountant.levels.solve;

import org.jspecify.annotations.NullMarked;
