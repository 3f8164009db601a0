/** Pipelines that estimate counts and means from local reports. */
@NullMarked
package dev.weir.jobs.kind.reports;

import org.jspecify.annotations.NullMarked;
