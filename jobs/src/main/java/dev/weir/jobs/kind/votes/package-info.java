/** Pipelines that publish noisy winners of votes of teachers. */
@NullMarked
package dev.weir.jobs.kind.votes;

import org.jspecify.annotations.NullMarked;
