/** The rules about which grids suit public bounds of values, and by how much rounding to a grid moves a value. */
@NullMarked
package dev.weir.operators.aggregate.grid;

import org.jspecify.annotations.NullMarked;
