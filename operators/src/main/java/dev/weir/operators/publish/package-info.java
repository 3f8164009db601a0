/** Releases wait for the checkpoint that holds them, then become visible, byte-identical on every retry. */
@NullMarked
package dev.weir.operators.publish;

import org.jspecify.annotations.NullMarked;
