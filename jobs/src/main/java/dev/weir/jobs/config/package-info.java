/** The contents of a pipeline file, after it has been read and checked. */
@NullMarked
package dev.weir.jobs.config;

import org.jspecify.annotations.NullMarked;
