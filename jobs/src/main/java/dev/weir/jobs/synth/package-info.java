/** Synthetic records from the published rows of a job: reads the rows and a tree of columns, draws, and compares. No record is read. */
@NullMarked
package dev.weir.jobs.synth;

import org.jspecify.annotations.NullMarked;
