/** Pipelines that release noisy aggregates of records. */
@NullMarked
package dev.weir.jobs.kind.aggregate;

import org.jspecify.annotations.NullMarked;
