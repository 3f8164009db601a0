/** The log of a ledger: its private topic, the records and transactions in it, and checks of who else may write there. */
@NullMarked
package dev.weir.jobs.kafka.ledger.log;

import org.jspecify.annotations.NullMarked;
