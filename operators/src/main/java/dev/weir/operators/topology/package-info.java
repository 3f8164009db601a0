/** Connects the operators of one private stream, and refuses settings that would break the guarantee. */
@NullMarked
package dev.weir.operators.topology;

import org.jspecify.annotations.NullMarked;
