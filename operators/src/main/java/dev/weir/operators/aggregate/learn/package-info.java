/** Linear models of two classes, trained on the records of a cell with noise. */
@NullMarked
package dev.weir.operators.aggregate.learn;

import org.jspecify.annotations.NullMarked;
