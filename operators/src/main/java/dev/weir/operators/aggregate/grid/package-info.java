/** Which grids go with public bounds of values, and by how much rounding to them moves a value. */
@NullMarked
package dev.weir.operators.aggregate.grid;

import org.jspecify.annotations.NullMarked;
