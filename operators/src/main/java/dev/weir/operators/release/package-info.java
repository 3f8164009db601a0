/**
 * The release operator and its state: exact totals, key accounts, noise, and the time up to which windows have been
 * released.
 */
@NullMarked
package dev.weir.operators.release;

import org.jspecify.annotations.NullMarked;
