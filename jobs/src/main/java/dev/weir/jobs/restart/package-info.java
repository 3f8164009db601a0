/** Restarting a job: it goes on from its newest checkpoint. */
@NullMarked
package dev.weir.jobs.restart;

import org.jspecify.annotations.NullMarked;
