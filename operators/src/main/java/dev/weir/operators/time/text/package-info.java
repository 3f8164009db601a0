/** Reads event times from texts: ISO 8601, numbers of seconds or parts of seconds since the epoch, and patterns. */
@NullMarked
package dev.weir.operators.time.text;

import org.jspecify.annotations.NullMarked;
