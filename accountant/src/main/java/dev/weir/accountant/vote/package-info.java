/** The price of publishing the winner of a noisy vote (PATE), and the plausible-deniability test. */
@NullMarked
package dev.weir.accountant.vote;

import org.jspecify.annotations.NullMarked;
