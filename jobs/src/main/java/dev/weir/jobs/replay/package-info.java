/** Runs a recorded file through a pipeline's job, to its end, and writes the results to files. */
@NullMarked
package dev.weir.jobs.replay;

import org.jspecify.annotations.NullMarked;
