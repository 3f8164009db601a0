/** Finds settings of a pipeline file that are allowed but hardly intended, and warns of them. */
@NullMarked
package dev.weir.jobs.config.warning;

import org.jspecify.annotations.NullMarked;
