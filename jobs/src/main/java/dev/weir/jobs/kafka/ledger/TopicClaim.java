package dev.weir.jobs.kafka.ledger;

import dev.weir.jobs.kafka.ledger.log.LedgerTopic;
import java.util.Optional;

/**
 * The claim of a domain on the topic of its ledger, before its first entry. It is a record of the register of domains without an entry, and is
 * written under the domain's id after that id was taken. The reading that follows judges it: of the domains that have no entry and whose newest
 * record is a claim on this topic, the one whose claim stands first in the register may write there. All others are told.
 *
 * <p><b>Why two domains never write into one topic.</b> Let D and E find a topic empty, and let both write an entry into it. Each has a claim in
 * the register that it wrote before the reading on which its entry is based. A domain's newest record changes only under the domain's id; so
 * if D's claim is replaced between that reading and D's entry, another start of D has taken the id, and D's entry is not written. Therefore
 * both claims stand until the entries. Let D's be the earlier one. The register is read to the end of its last transaction, so E's reading, which
 * follows E's claim, has found D's claim, or D's entry in its place. With the claim, E is told. With the entry, which is in the same
 * transaction as the entry in the topic, the topic is not empty at E's reading of it, which follows.
 *
 * <p>A claim refunds nothing and spends nothing: a domain with a claim alone is as one that was never seen. A start that dies behind its claim
 * leaves it, and any later start of the domain goes on with it. An earlier build takes the claim for an entry that the ledger lacks, and refuses.
 */
final class TopicClaim {

    private TopicClaim() {}

    /**
     * Returns the claim to be written; empty if the domain needs none.
     *
     * @param contents the register, read while the domain's id is held
     * @param place the domain and the topic
     */
    static Optional<RegisteredDomain> wanted(RegisterContents contents, DomainPlace place) {
        boolean isKnown =
                contents.started(place.domain()).isPresent() || contents.hasClaim(place.topic(), place.domain());
        return isKnown ? Optional.empty() : Optional.of(RegisteredDomain.claim(place.domain(), place.topic()));
    }

    /**
     * Requires that an empty topic is claimed by no other domain before this one, unless the domain is started.
     *
     * @param contents the register
     * @param place the domain and the topic
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link
     *     dev.weir.operators.state.restore.StartRefused} if another domain has claimed it
     */
    static void requireFirst(RegisterContents contents, DomainPlace place) {
        Optional<String> first = contents.firstClaim(place.topic());
        if (contents.started(place.domain()).isEmpty()
                && !first.orElse(place.domain()).equals(place.domain())) {
            throw taken(
                    place.topic(),
                    "was claimed by the first start of domain " + first.orElseThrow()
                            + ", which gives it up if it starts once with another ledger");
        }
    }

    /**
     * Requires that a topic with records is not the ledger of another domain, unless this domain is started.
     *
     * @param contents the register
     * @param place the domain and the topic
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link
     *     dev.weir.operators.state.restore.StartRefused} if it is
     */
    static void requireNoOtherLedger(RegisterContents contents, DomainPlace place) {
        Optional<String> other = contents.otherLedger(place.topic(), place.domain());
        if (contents.started(place.domain()).isEmpty() && other.isPresent()) {
            throw taken(place.topic(), "is the ledger of domain " + other.get());
        }
    }

    private static RuntimeException taken(String topic, String problem) {
        return LedgerTopic.unusable("topic " + topic + " " + problem
                + ": each domain needs a topic of its own; name another one as the ledger (sink.kafka.ledger)");
    }
}
