/** Rows in the forms in which they leave. */
@NullMarked
package dev.weir.jobs.released.row;

import org.jspecify.annotations.NullMarked;
