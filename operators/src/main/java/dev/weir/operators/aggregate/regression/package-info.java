/** Second moments of several fields, and linear models, principal components and correlations that are computed from them. */
@NullMarked
package dev.weir.operators.aggregate.regression;

import org.jspecify.annotations.NullMarked;
