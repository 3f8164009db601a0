/** Windows, the schedule of their releases, and what closes them. */
@NullMarked
package dev.weir.operators.time;

import org.jspecify.annotations.NullMarked;
