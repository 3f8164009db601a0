/** {@code weir calc}: questions about privacy that people who plan, and checks, ask on the command line or in a file. */
@NullMarked
package dev.weir.calculator;

import org.jspecify.annotations.NullMarked;
