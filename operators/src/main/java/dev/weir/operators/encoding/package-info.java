/**
 * Encodings that stay the same over restarts and versions of Weir: of configurations, of what names the units, of
 * enums; and the hash that places state.
 */
@NullMarked
package dev.weir.operators.encoding;

import org.jspecify.annotations.NullMarked;
