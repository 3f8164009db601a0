/**
 * Encodings that stay the same over restarts and versions of Weir: of configurations, of the names of unit ids and of
 * enums, and the hash that assigns state to subtasks.
 */
@NullMarked
package dev.weir.operators.encoding;

import org.jspecify.annotations.NullMarked;
