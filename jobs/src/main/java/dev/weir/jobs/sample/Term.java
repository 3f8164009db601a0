package dev.weir.jobs.sample;

import java.util.List;

/**
 * A term of a query that may be chosen otherwise.
 *
 * @param name as the pipeline file calls it
 * @param now the choice, as people write it
 * @param choices others that a sample suggests
 */
record Term(String name, String now, List<Change> choices) {}
