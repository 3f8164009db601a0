/** The JSON Schema of pipeline files, for editors. What a file means, and most of what may be wrong with it, only its reader knows. */
@NullMarked
package dev.weir.jobs.schema;

import org.jspecify.annotations.NullMarked;
