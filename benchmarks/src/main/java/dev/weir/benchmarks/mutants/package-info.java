/** Faults that are planted into the operators, one at a time, and the tests that must notice each of them. */
@NullMarked
package dev.weir.benchmarks.mutants;

import org.jspecify.annotations.NullMarked;
