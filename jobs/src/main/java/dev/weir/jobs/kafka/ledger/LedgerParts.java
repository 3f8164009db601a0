package dev.weir.jobs.kafka.ledger;

import dev.weir.jobs.kafka.ledger.log.LedgerLog;

/**
 * The parts of a ledger in a topic, created after its brokers and its topic have been checked.
 *
 * @param records the log of records
 * @param guard checks that the ledger has the newest entry that the register of domains knows
 * @param owners tells which pipelines are alive
 */
record LedgerParts(LedgerLog records, DomainGuard guard, OwnerLiveness owners) {}
