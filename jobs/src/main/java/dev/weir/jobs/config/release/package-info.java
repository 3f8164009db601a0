/** Reads the values that a query releases, with one class for each group of similar kinds. */
@NullMarked
package dev.weir.jobs.config.release;

import org.jspecify.annotations.NullMarked;
