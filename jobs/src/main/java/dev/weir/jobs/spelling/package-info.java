/** Guesses of the intended name of a misspelt field or option. */
@NullMarked
package dev.weir.jobs.spelling;

import org.jspecify.annotations.NullMarked;
