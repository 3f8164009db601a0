/**
 * The price of publishing the winner of a noisy vote (PATE), the plausible-deniability test, and the calculations about
 * both.
 */
@NullMarked
package dev.weir.calculator.vote;

import org.jspecify.annotations.NullMarked;
