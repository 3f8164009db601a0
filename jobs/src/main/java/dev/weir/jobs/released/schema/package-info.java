/** The schema of flat rows, in the languages of those who read them. */
@NullMarked
package dev.weir.jobs.released.schema;

import org.jspecify.annotations.NullMarked;
