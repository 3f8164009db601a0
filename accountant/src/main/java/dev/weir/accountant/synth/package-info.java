/** Synthetic records that are released if enough other records could have produced them, and what they cost. */
@NullMarked
package dev.weir.accountant.synth;

import org.jspecify.annotations.NullMarked;
