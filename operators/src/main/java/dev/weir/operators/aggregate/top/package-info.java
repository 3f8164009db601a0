/** Aggregates that count records for declared texts, or release which of these candidates have the most votes. */
@NullMarked
package dev.weir.operators.aggregate.top;

import org.jspecify.annotations.NullMarked;
