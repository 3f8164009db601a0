/** The options that several commands share, and what a command says to its user. */
@NullMarked
package dev.weir.jobs.options;

import org.jspecify.annotations.NullMarked;
