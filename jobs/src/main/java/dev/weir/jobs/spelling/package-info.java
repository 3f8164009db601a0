/** What was meant by a misspelt name of a field or an option. */
@NullMarked
package dev.weir.jobs.spelling;

import org.jspecify.annotations.NullMarked;
