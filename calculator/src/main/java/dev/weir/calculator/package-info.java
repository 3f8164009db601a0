/**
 * {@code weir calc}: questions about privacy, asked by people who plan a pipeline and by checks, on the command line or
 * in a file.
 */
@NullMarked
package dev.weir.calculator;

import org.jspecify.annotations.NullMarked;
