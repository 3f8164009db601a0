/** The releases of a series: its noisy totals, or differences of two of them. */
@NullMarked
package dev.weir.accountant.continual.sums;

import org.jspecify.annotations.NullMarked;
