/** Submits a job to the cluster inside this process or to another one, and tells what becomes of the job. */
@NullMarked
package dev.weir.jobs.submission;

import org.jspecify.annotations.NullMarked;
