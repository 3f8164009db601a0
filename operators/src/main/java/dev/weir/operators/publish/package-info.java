/**
 * Releases wait until the checkpoint that contains them has completed, then become visible, with the same bytes on
 * every retry.
 */
@NullMarked
package dev.weir.operators.publish;

import org.jspecify.annotations.NullMarked;
