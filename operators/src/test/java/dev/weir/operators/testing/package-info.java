/** Helpers of the tests of all operators: plans, slots and harnesses. */
@NullMarked
package dev.weir.operators.testing;

import org.jspecify.annotations.NullMarked;
