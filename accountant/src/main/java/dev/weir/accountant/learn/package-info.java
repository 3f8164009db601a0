/** Models that are computed from noisy moments. This is post-processing, which costs no privacy. */
@NullMarked
package dev.weir.accountant.learn;

import org.jspecify.annotations.NullMarked;
