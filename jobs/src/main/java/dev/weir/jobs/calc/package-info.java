/** The privacy calculator: the accountant's mathematics for planning and for checks. */
@NullMarked
package dev.weir.jobs.calc;

import org.jspecify.annotations.NullMarked;
