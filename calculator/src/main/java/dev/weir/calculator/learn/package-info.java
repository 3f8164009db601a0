/** The question about learning: for each way to learn, the noise that a budget affords. */
@NullMarked
package dev.weir.calculator.learn;

import org.jspecify.annotations.NullMarked;
