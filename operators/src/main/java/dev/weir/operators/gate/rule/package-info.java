/** What a record costs its unit and by how much it moves the totals of its cell, by all aggregates of a query together. */
@NullMarked
package dev.weir.operators.gate.rule;

import org.jspecify.annotations.NullMarked;
