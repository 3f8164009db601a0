/** The law of the label that a noisy vote publishes. It is as secret as the votes. */
@NullMarked
package dev.weir.accountant.vote.law;

import org.jspecify.annotations.NullMarked;
