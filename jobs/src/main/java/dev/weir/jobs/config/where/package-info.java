/** Conditions that records must fulfil for a query to take them. */
@NullMarked
package dev.weir.jobs.config.where;

import org.jspecify.annotations.NullMarked;
