/** The tail of the normal law, in log space, where its probabilities are too small for doubles. */
@NullMarked
package dev.weir.accountant.compose.normal;

import org.jspecify.annotations.NullMarked;
