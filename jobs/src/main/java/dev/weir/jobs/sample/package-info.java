/**
 * Analysis of a sample of records for the bounds, prices and keys of a pipeline. All results are exact and private: they are
 * for the console of people who may see the data.
 */
@NullMarked
package dev.weir.jobs.sample;

import org.jspecify.annotations.NullMarked;
