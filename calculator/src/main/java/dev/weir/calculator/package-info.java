/** The privacy calculator: the accountant's mathematics for people who plan, and for checks. */
@NullMarked
package dev.weir.calculator;

import org.jspecify.annotations.NullMarked;
