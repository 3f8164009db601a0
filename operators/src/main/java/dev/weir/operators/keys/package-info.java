/** The keys of queries: their numbers, routes and texts. */
@NullMarked
package dev.weir.operators.keys;

import org.jspecify.annotations.NullMarked;
