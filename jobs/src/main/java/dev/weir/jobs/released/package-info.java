/** The flat row of a query: its columns, and where each stands in the line of a row. */
@NullMarked
package dev.weir.jobs.released;

import org.jspecify.annotations.NullMarked;
