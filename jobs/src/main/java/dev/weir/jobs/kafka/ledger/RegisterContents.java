package dev.weir.jobs.kafka.ledger;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What one reading of the register of domains has found: the newest record of each domain. A domain whose ledger has an entry is started. A
 * domain that has written no entry yet may have claimed a topic for it ({@link TopicClaim}). A claim behind an entry says nothing.
 */
final class RegisterContents {

    private final Map<String, RegisteredDomain> started = new TreeMap<>();

    /** In the order of the register. */
    private final Map<String, RegisteredDomain> claims = new LinkedHashMap<>();

    /** Adds the next record of the register. */
    void add(RegisteredDomain read) {
        claims.remove(read.domain());
        if (!read.isClaim()) {
            started.put(read.domain(), read);
        } else if (!started.containsKey(read.domain())) {
            claims.put(read.domain(), read);
        }
    }

    /** The started domains by their names. */
    Map<String, RegisteredDomain> started() {
        return started;
    }

    /** The started domain of this name; empty if the domain has no entry yet. */
    Optional<RegisteredDomain> started(String domain) {
        return Optional.ofNullable(started.get(domain));
    }

    /** The name of a started domain other than {@code domain} whose ledger is in a topic; empty if there is none. */
    Optional<String> otherLedger(String topic, String domain) {
        return started.values().stream()
                .filter(other -> other.ledger().equals(topic) && !other.domain().equals(domain))
                .map(RegisteredDomain::domain)
                .findFirst();
    }

    /** The name of the domain that has claimed a topic first, of those that have written no entry; empty if none has. */
    Optional<String> firstClaim(String topic) {
        return claims.values().stream()
                .filter(claim -> claim.ledger().equals(topic))
                .map(RegisteredDomain::domain)
                .findFirst();
    }

    /** Whether a domain has claimed a topic, perhaps behind another domain. */
    boolean hasClaim(String topic, String domain) {
        RegisteredDomain claim = claims.get(domain);
        return claim != null && claim.ledger().equals(topic);
    }
}
