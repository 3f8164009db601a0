/**
 * Aggregates: what a query computes from the records that it takes. They are pure, count in whole grid steps, and can
 * be merged.
 */
@NullMarked
package dev.weir.operators.aggregate;

import org.jspecify.annotations.NullMarked;
