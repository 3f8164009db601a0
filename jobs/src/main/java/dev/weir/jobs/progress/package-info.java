/** The messages of a long command while it works. */
@NullMarked
package dev.weir.jobs.progress;

import org.jspecify.annotations.NullMarked;
