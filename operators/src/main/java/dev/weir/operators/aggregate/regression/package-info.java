/** Second moments of several fields, and linear models that are computed from them. */
@NullMarked
package dev.weir.operators.aggregate.regression;

import org.jspecify.annotations.NullMarked;
