/** Reads the sections of a pipeline file, except its queries. */
@NullMarked
package dev.weir.jobs.config.section;

import org.jspecify.annotations.NullMarked;
