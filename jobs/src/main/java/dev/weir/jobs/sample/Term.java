package dev.weir.jobs.sample;

import java.util.List;

/**
 * A term of a query that may be chosen otherwise.
 *
 * @param name the name of the term in the pipeline file
 * @param now the choice, as people write it
 * @param choices other choices that a sample suggests
 */
record Term(String name, String now, List<Change> choices) {}
