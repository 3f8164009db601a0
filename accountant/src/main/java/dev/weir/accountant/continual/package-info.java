/**
 * Correlated noise for running totals and sliding windows: a series is started and then asked for one step after the
 * other. Between two steps it consists of state words only.
 */
@NullMarked
package dev.weir.accountant.continual;

import org.jspecify.annotations.NullMarked;
