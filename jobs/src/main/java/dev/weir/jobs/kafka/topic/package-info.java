/** Looks at the topics of a pipeline before a start, and makes those that are missing. */
@NullMarked
package dev.weir.jobs.kafka.topic;

import org.jspecify.annotations.NullMarked;
