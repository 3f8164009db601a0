package dev.weir.jobs.config;

import java.io.Serializable;

/**
 * The topics that a job writes, on the brokers of its source.
 *
 * @param released the topic of noisy rows; public
 * @param withheld the topic of the ids of releases that a key account withheld; public
 * @param deadLetter the topic of rejected records; private
 * @param ledger the topic of the domain's releases and spending; private, and shared by all pipelines of the domain
 * @param skipPresent whether a start looks for rows that are in the topics already, so that they are not written again
 */
public record Sink(String released, String withheld, String deadLetter, String ledger, boolean skipPresent)
        implements Serializable {

    /**
     * The topic of the register of domains. A pipeline file cannot change this name, and no other topic may have it.
     */
    public static final String REGISTER = "weir-domains";

    /**
     * Creates topics to which rows may be written again after a failure.
     *
     * @param released the topic of noisy rows; public
     * @param withheld the topic of the ids of releases that a key account withheld; public
     * @param deadLetter the topic of rejected records; private
     * @param ledger the topic of the domain's releases and spending; private
     */
    public Sink(String released, String withheld, String deadLetter, String ledger) {
        this(released, withheld, deadLetter, ledger, false);
    }
}
