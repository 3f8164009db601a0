/** The accuracy of ways to release running totals, for planning and for comparison. */
@NullMarked
package dev.weir.accountant.continual.plan;

import org.jspecify.annotations.NullMarked;
