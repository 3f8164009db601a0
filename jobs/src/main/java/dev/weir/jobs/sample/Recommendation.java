package dev.weir.jobs.sample;

import dev.weir.operators.query.PricedQuery;

/**
 * A choice of one term that suits a sample better than the pipeline's.
 *
 * @param term which term
 * @param change the better choice
 * @param alone the query with this change and no other
 * @param off how far values are off on average with it
 */
record Recommendation(Term term, Change change, PricedQuery alone, double off) {}
