/** Questions about the draw of one of several candidates: what it costs and how likely each is. */
@NullMarked
package dev.weir.calculator.draw;

import org.jspecify.annotations.NullMarked;
