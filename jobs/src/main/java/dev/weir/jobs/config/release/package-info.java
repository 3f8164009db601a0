/** What a query releases: one kind of value beside the other. */
@NullMarked
package dev.weir.jobs.config.release;

import org.jspecify.annotations.NullMarked;
