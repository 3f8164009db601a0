/** The command line: its commands, and helpers that one command alone needs. */
@NullMarked
package dev.weir.jobs;

import org.jspecify.annotations.NullMarked;
