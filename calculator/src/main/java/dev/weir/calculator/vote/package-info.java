/** What it costs to publish the winner of a noisy vote (PATE), and the plausible-deniability test. */
@NullMarked
package dev.weir.calculator.vote;

import org.jspecify.annotations.NullMarked;
