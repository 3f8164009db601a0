package dev.weir.jobs.sample;

import java.util.List;

/**
 * A term of a query, with alternatives to its present choice.
 *
 * @param name the name of the term in the pipeline file
 * @param now the present choice, as people write it
 * @param choices the alternatives that a sample suggests
 */
record Term(String name, String now, List<Change> choices) {}
