/** Models that are computed from noisy moments: post-processing, which costs nothing. */
@NullMarked
package dev.weir.accountant.learn;

import org.jspecify.annotations.NullMarked;
