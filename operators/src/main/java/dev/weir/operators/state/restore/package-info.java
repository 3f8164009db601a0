/** What a restart does with state: whose it is, and how spending under an older plan carries over. */
@NullMarked
package dev.weir.operators.state.restore;

import org.jspecify.annotations.NullMarked;
