package dev.weir.jobs.kafka.ledger;

import java.util.Set;

/**
 * The domain whose ledger is opened, and the topic of this ledger.
 *
 * @param domain the name of the domain
 * @param topic the topic of the ledger
 * @param inputs the topics that the pipeline reads, as far as they are known
 * @param shown whether the ledger is opened only to be read. A ledger that has lost its end may then be read if it is the
 *     registered topic and is not empty; the loss is reported. Such a ledger must not be written, not
 *     even by an adoption: a new entry would replace the newest one in the register, and the spending up to the lost
 *     entry would be forgotten
 */
public record DomainPlace(String domain, String topic, Set<String> inputs, boolean shown) {

    public DomainPlace {
        inputs = Set.copyOf(inputs);
    }
}
