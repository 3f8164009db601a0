/** What a pipeline file says, once it has been read and checked. */
@NullMarked
package dev.weir.jobs.config;

import org.jspecify.annotations.NullMarked;
