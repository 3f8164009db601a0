/** Reads a whole pipeline file, of any kind. */
@NullMarked
package dev.weir.jobs.config.pipeline;

import org.jspecify.annotations.NullMarked;
