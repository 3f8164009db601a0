/** Pipelines that draw local reports of records: a trusted gateway. */
@NullMarked
package dev.weir.jobs.kind.encode;

import org.jspecify.annotations.NullMarked;
