/** The smallest noise that reaches a target. */
@NullMarked
package dev.weir.accountant.compose.calibrate;

import org.jspecify.annotations.NullMarked;
