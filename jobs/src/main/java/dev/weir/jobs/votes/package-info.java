/** Reads the private votes of a pipeline of kind votes, reports what they cost, and releases one figure of it with noise. */
@NullMarked
package dev.weir.jobs.votes;

import org.jspecify.annotations.NullMarked;
