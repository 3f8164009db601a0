/**
 * What a sample of records says about the bounds, prices and keys of a pipeline. All of it is exact and private: it is for the console of
 * those who may see the data.
 */
@NullMarked
package dev.weir.jobs.sample;

import org.jspecify.annotations.NullMarked;
