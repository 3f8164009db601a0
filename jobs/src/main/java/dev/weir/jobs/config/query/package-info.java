/** Reads queries: their keys, windows, bounds and prices. */
@NullMarked
package dev.weir.jobs.config.query;

import org.jspecify.annotations.NullMarked;
