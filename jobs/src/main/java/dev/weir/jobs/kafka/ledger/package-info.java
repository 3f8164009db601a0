/** The ledger of a domain in a topic, and the register of the domains that have one on the same brokers. */
@NullMarked
package dev.weir.jobs.kafka.ledger;

import org.jspecify.annotations.NullMarked;
