/** The formats of files and topics: rows, counters, ledgers and private files. */
@NullMarked
package dev.weir.jobs.output;

import org.jspecify.annotations.NullMarked;
