package dev.weir.jobs.config;

import java.io.Serializable;

/**
 * The topics that a job writes, on the brokers of its source.
 *
 * @param released noisy rows: public
 * @param withheld the ids of releases that a key account withheld: public
 * @param deadLetter rejected records: private
 * @param ledger the releases and spending of the domain: private, and shared by all pipelines of the domain
 * @param skipPresent whether a start looks for rows that are in the topics already, so that they are not written again
 */
public record Sink(String released, String withheld, String deadLetter, String ledger, boolean skipPresent)
        implements Serializable {

    /** The topic of the register of domains. It has no field, and no other topic may have its name. */
    public static final String REGISTER = "weir-domains";

    /**
     * Topics, with rows that are written again after a failure.
     *
     * @param released noisy rows: public
     * @param withheld the ids of releases that a key account withheld: public
     * @param deadLetter rejected records: private
     * @param ledger the releases and spending of the domain: private
     */
    public Sink(String released, String withheld, String deadLetter, String ledger) {
        this(released, withheld, deadLetter, ledger, false);
    }
}
