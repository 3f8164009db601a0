/** Comparison of released values with the true values of a sample of records, inside the trusted base. */
@NullMarked
package dev.weir.operators.aggregate.sample;

import org.jspecify.annotations.NullMarked;
