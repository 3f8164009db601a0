/**
 * Queries that release several levels of totals at once: a tree of keys with sums above them, or a family of sets of attributes. The packages
 * below decide how exact each level is ({@code plan}), what a unit's records cost ({@code account}), and make one set of numbers that add up of
 * the noisy ones ({@code solve}).
 */
@NullMarked
package dev.weir.accountant.levels;

import org.jspecify.annotations.NullMarked;
