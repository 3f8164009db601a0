/**
 * What a vote costs, computed from the votes themselves. Every figure of this package but a data-independent price is as secret as the
 * votes.
 */
@NullMarked
package dev.weir.accountant.vote.exact;

import org.jspecify.annotations.NullMarked;
