/**
 * Aggregates: the statistics that a query computes from its records. An aggregate keeps no state of its own and counts
 * in whole grid steps, and totals of parts of the records can be added up.
 */
@NullMarked
package dev.weir.operators.aggregate;

import org.jspecify.annotations.NullMarked;
