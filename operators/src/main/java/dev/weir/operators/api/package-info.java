/**
 * The fluent door: a private stream, queries on it as values, and one release. Each step offers only what is safe next, so
 * wrong use does not compile.
 */
@NullMarked
package dev.weir.operators.api;

import org.jspecify.annotations.NullMarked;
