/** Questions about windows of time. */
@NullMarked
package dev.weir.calculator.time;

import org.jspecify.annotations.NullMarked;
