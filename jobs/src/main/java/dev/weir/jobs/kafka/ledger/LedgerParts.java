package dev.weir.jobs.kafka.ledger;

import dev.weir.jobs.kafka.ledger.log.LedgerLog;

/**
 * What a ledger in a topic consists of, once its brokers and its topic have been looked at.
 *
 * @param records the records
 * @param guard knows which of them must be there
 * @param owners show which pipelines are alive
 */
record LedgerParts(LedgerLog records, DomainGuard guard, OwnerLiveness owners) {}
