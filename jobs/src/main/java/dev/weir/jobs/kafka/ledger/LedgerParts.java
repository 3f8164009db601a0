package dev.weir.jobs.kafka.ledger;

import dev.weir.jobs.kafka.ledger.log.LedgerLog;

/**
 * The parts of a ledger in a topic, once its brokers and its topic have been checked.
 *
 * @param records the log of records
 * @param guard checks that the newest known entry is there
 * @param owners shows which pipelines are alive
 */
record LedgerParts(LedgerLog records, DomainGuard guard, OwnerLiveness owners) {}
