package dev.weir.jobs.sample;

import dev.weir.operators.query.PricedQuery;

/**
 * A choice of one term that suits a sample better than the pipeline's choice.
 *
 * @param term the term
 * @param change the better choice
 * @param alone the query with this change only
 * @param off the average error of the values with this change only, relative to the size of the values
 */
record Recommendation(Term term, Change change, PricedQuery alone, double off) {}
