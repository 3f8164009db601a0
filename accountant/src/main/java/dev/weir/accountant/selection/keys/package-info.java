/**
 * Private selection of keys that nobody declared: thresholds on noisy numbers, for one window and for running totals, and draws where no
 * number is released. {@link dev.weir.accountant.selection.keys.LoneKey} has the proof.
 */
@NullMarked
package dev.weir.accountant.selection.keys;

import org.jspecify.annotations.NullMarked;
