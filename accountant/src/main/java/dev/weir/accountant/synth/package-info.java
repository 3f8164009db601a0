/**
 * Synthetic records: drawn from released counts of pairs at no cost, or released one by one if enough other records could have produced
 * them, at a price.
 */
@NullMarked
package dev.weir.accountant.synth;

import org.jspecify.annotations.NullMarked;
