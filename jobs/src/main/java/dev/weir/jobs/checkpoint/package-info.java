/**
 * The checkpoints of a job, below the folder that its pipeline file names: the newest one, and what keeps further ones
 * from being written.
 */
@NullMarked
package dev.weir.jobs.checkpoint;

import org.jspecify.annotations.NullMarked;
