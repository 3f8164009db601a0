/** Principal components and correlations from noisy second moments, with bounds of what the noise can move. All of it is post-processing. */
@NullMarked
package dev.weir.accountant.learn.spectrum;

import org.jspecify.annotations.NullMarked;
