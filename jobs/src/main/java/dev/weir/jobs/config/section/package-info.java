/** The sections of a pipeline file beside its queries. */
@NullMarked
package dev.weir.jobs.config.section;

import org.jspecify.annotations.NullMarked;
