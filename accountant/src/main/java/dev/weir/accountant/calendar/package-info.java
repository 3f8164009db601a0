/** Days, weeks and months of the calendar of a time zone, whose rules stay as they were when the zone was built. */
@NullMarked
package dev.weir.accountant.calendar;

import org.jspecify.annotations.NullMarked;
