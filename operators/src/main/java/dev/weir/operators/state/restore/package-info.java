/** Restoring state: checks of its identity, and the conversion of spending under an older plan. */
@NullMarked
package dev.weir.operators.state.restore;

import org.jspecify.annotations.NullMarked;
