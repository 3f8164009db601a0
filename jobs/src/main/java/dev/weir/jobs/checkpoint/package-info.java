/**
 * Examines the checkpoints of a job, which lie below the folder that its pipeline file names: finds the newest one, and
 * the reason why further ones cannot be written.
 */
@NullMarked
package dev.weir.jobs.checkpoint;

import org.jspecify.annotations.NullMarked;
