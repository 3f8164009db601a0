/**
 * The price of a record for its unit and its effect on the totals of its cell, for all aggregates of a query together.
 */
@NullMarked
package dev.weir.operators.gate.rule;

import org.jspecify.annotations.NullMarked;
