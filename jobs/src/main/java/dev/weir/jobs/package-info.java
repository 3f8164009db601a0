/** The command line: its commands, and helpers that no other package needs. */
@NullMarked
package dev.weir.jobs;

import org.jspecify.annotations.NullMarked;
