package dev.weir.jobs.config;

import java.io.Serializable;

/** The part of a pipeline file that only one kind of pipelines has, as it was read. */
public interface KindTerms extends Serializable {

    /** Returns the word by which a pipeline file names the kind. */
    String kind();

    /**
     * The terms of a kind that has no part of its own.
     *
     * @param kind the word by which a pipeline file names the kind
     */
    record None(String kind) implements KindTerms {}
}
