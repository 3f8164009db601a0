/** Second moments of several fields, and linear models that are solved from them. */
@NullMarked
package dev.weir.operators.aggregate.regression;

import org.jspecify.annotations.NullMarked;
