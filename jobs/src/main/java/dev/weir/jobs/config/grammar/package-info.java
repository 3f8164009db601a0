/** The grammar of pipeline files. One declaration of a field serves to read it, to check it and to describe it. */
@NullMarked
package dev.weir.jobs.config.grammar;

import org.jspecify.annotations.NullMarked;
