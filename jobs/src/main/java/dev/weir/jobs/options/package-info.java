/** The options that several commands share, and the messages of a command to its user. */
@NullMarked
package dev.weir.jobs.options;

import org.jspecify.annotations.NullMarked;
