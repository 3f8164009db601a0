/** Aggregates that release which of some declared candidates have the most votes. */
@NullMarked
package dev.weir.operators.aggregate.top;

import org.jspecify.annotations.NullMarked;
