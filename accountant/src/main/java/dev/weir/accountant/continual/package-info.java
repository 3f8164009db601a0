/**
 * Correlated noise for running totals and sliding windows: a series is started and asked for its next step; between two
 * steps there is only a plain state value.
 */
@NullMarked
package dev.weir.accountant.continual;

import org.jspecify.annotations.NullMarked;
