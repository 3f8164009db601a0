/** Admission: slots become records or codes, and the public clock ticks on every one of them. */
@NullMarked
package dev.weir.operators.admit;

import org.jspecify.annotations.NullMarked;
