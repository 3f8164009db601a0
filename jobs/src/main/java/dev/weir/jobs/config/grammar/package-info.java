/** The fields that a pipeline file may have: read, checked and described by one declaration each. */
@NullMarked
package dev.weir.jobs.config.grammar;

import org.jspecify.annotations.NullMarked;
