package dev.weir.jobs.kafka.ledger;

import dev.weir.operators.state.restore.StartRefused;

/** The refusal of a ledger that lacks an entry of its domain. */
final class LedgerBehind {

    private LedgerBehind() {}

    /**
     * Creates the refusal.
     *
     * @param known the domain as the register knows it
     * @param topic the topic of the refused ledger
     * @param problem what is wrong with the topic, as a verb phrase
     */
    static RuntimeException failure(RegisteredDomain known, String topic, String problem) {
        boolean isSame = known.ledger().equals(topic);
        String found = "domain " + known.domain() + " has been seen before, with its ledger in topic " + known.ledger()
                + " (up to domain entry " + known.entry().sequence() + "), and topic " + topic + " " + problem;
        String remedy = isSame
                ? "restore the topic"
                : "name topic " + known.ledger() + " as the ledger (sink.kafka.ledger), restored if it is lost";
        return new StartRefused(
                        StartRefused.Code.LEDGER_BEHIND,
                        found + ": " + remedy
                                + "; what was spent counts, so without that ledger start under another domain"
                                + " name, whose losses add")
                .asFailure();
    }
}
