/** The command {@code weir calc}, which answers questions about privacy, on the command line or from a file. */
@NullMarked
package dev.weir.calculator;

import org.jspecify.annotations.NullMarked;
