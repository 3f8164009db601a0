/** Reads a whole pipeline file. */
@NullMarked
package dev.weir.jobs.config.pipeline;

import org.jspecify.annotations.NullMarked;
