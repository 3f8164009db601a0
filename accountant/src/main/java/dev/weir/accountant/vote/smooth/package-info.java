/**
 * The release, with noise, of what a stream of votes cost: where the cost depends on votes, how much one teacher may move it, and what the
 * release costs itself.
 */
@NullMarked
package dev.weir.accountant.vote.smooth;

import org.jspecify.annotations.NullMarked;
