package dev.weir.jobs.config;

import java.io.Serializable;

/**
 * The topics that a job writes, on the brokers of its source.
 *
 * @param released noisy rows: public
 * @param withheld the ids of releases that a key account withheld: public
 * @param deadLetter rejected records: private
 * @param ledger what the domain has released and spent: private, and shared by all pipelines of the domain
 * @param skipPresent whether a start looks which of the rows that it would write again are in the topics already
 */
public record Sink(String released, String withheld, String deadLetter, String ledger, boolean skipPresent)
        implements Serializable {

    /** The topic of the register of domains. It has no field, and no other topic may have its name. */
    public static final String REGISTER = "weir-domains";

    /**
     * Topics, into which rows are written again after a failure.
     *
     * @param released noisy rows: public
     * @param withheld the ids of releases that a key account withheld: public
     * @param deadLetter rejected records: private
     * @param ledger what the domain has released and spent: private
     */
    public Sink(String released, String withheld, String deadLetter, String ledger) {
        this(released, withheld, deadLetter, ledger, false);
    }
}
