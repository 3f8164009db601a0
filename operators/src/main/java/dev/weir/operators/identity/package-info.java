/**
 * The parts that stay the same over restarts and versions of Weir: the canonical encoding of a configuration, and the
 * hash that assigns state.
 */
@NullMarked
package dev.weir.operators.identity;

import org.jspecify.annotations.NullMarked;
