/** What distinguishes one kind of pipelines from another. */
@NullMarked
package dev.weir.jobs.kind;

import org.jspecify.annotations.NullMarked;
