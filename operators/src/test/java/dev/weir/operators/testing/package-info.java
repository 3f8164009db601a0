/** What the tests of all operators share: plans, slots and harnesses, told briefly. */
@NullMarked
package dev.weir.operators.testing;

import org.jspecify.annotations.NullMarked;
