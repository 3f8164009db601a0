/** What is released of the noisy totals of a series: the totals themselves, or differences of two of them. */
@NullMarked
package dev.weir.accountant.continual.sums;

import org.jspecify.annotations.NullMarked;
