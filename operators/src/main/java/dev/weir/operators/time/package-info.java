/** Windows, the schedule of their releases, and the class that closes windows. */
@NullMarked
package dev.weir.operators.time;

import org.jspecify.annotations.NullMarked;
