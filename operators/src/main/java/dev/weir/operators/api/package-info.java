/**
 * The Java API: a private stream, queries on it, and one release. Each step of building a query has only the methods that are safe next, so
 * wrong use does not compile.
 */
@NullMarked
package dev.weir.operators.api;

import org.jspecify.annotations.NullMarked;
