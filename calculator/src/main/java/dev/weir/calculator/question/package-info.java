/** How a question is declared: its options, the columns of its answers and its formula, all as data. */
@NullMarked
package dev.weir.calculator.question;

import org.jspecify.annotations.NullMarked;
