/** The build of Weir that runs, for commands and pages that state it. */
@NullMarked
package dev.weir.jobs.version;

import org.jspecify.annotations.NullMarked;
