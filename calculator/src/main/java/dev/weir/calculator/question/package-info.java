/** Classes to declare a question as data: its options, the columns of its answers and its formula. */
@NullMarked
package dev.weir.calculator.question;

import org.jspecify.annotations.NullMarked;
