/** What stays the same over restarts and over versions of Weir: the canonical encoding of a configuration, and the hash that places state. */
@NullMarked
package dev.weir.operators.identity;

import org.jspecify.annotations.NullMarked;
