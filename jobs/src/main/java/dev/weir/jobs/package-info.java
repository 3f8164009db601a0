/** The command line and the pipeline job. */
@NullMarked
package dev.weir.jobs;

import org.jspecify.annotations.NullMarked;
