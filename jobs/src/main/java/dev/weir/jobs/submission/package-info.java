/** Submits a job to the cluster inside this process or to another cluster, and reports how the job goes on. */
@NullMarked
package dev.weir.jobs.submission;

import org.jspecify.annotations.NullMarked;
