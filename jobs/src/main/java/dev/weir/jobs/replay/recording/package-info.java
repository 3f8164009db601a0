/** Recorded files: their records in the order of the file, or of their times. */
@NullMarked
package dev.weir.jobs.replay.recording;

import org.jspecify.annotations.NullMarked;
