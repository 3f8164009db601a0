/** The input topic: its records, how far it goes, and the clock that closes windows while it is silent. */
@NullMarked
package dev.weir.jobs.kafka.source;

import org.jspecify.annotations.NullMarked;
