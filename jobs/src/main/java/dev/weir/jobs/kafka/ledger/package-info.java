/** The ledger of a domain in a Kafka topic, and the register of all domains with a ledger on the same brokers. */
@NullMarked
package dev.weir.jobs.kafka.ledger;

import org.jspecify.annotations.NullMarked;
