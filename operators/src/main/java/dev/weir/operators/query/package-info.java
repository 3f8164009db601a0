/** Queries with their bounds and prices, the plan of all queries, and the ids of releases. */
@NullMarked
package dev.weir.operators.query;

import org.jspecify.annotations.NullMarked;
