/** Draws local reports of a file, outside of a job. */
@NullMarked
package dev.weir.jobs.encoding;

import org.jspecify.annotations.NullMarked;
