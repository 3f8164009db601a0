/** Keeps rows of announced keys until every subtask of the release operator has closed their window. */
@NullMarked
package dev.weir.operators.hold;

import org.jspecify.annotations.NullMarked;
