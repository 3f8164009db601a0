/** The input topic: its records, its ends, and the clock that closes windows while the topic is silent. */
@NullMarked
package dev.weir.jobs.kafka.source;

import org.jspecify.annotations.NullMarked;
