/** Where a schema registry is and how it is accessed, by the pipeline file. */
@NullMarked
package dev.weir.jobs.format.registry.access;

import org.jspecify.annotations.NullMarked;
