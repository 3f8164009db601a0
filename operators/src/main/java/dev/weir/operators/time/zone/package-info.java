/** Days, weeks and months of the calendar of a time zone. */
@NullMarked
package dev.weir.operators.time.zone;

import org.jspecify.annotations.NullMarked;
