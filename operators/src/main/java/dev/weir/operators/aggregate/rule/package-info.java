/** The rules that compute the effects and prices of a unit's records in a cell, if cells have independent noise. */
@NullMarked
package dev.weir.operators.aggregate.rule;

import org.jspecify.annotations.NullMarked;
