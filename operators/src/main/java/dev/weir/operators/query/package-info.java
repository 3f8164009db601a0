/** Queries as values: what is asked, within which bounds, at which price. */
@NullMarked
package dev.weir.operators.query;

import org.jspecify.annotations.NullMarked;
