/** Kafka topics of the input, the releases, the ledger and the dead letters, and the public clock. */
@NullMarked
package dev.weir.jobs.kafka;

import org.jspecify.annotations.NullMarked;
