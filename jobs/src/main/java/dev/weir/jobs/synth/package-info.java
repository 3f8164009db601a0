/** Synthetic records from the published rows of a job: reads the rows and a tree of columns, draws, and compares.
 * Records are read only to compare with them, on demand, and for a private file. */
@NullMarked
package dev.weir.jobs.synth;

import org.jspecify.annotations.NullMarked;
