/** Checks the topics of a pipeline before a start, and makes the missing ones. */
@NullMarked
package dev.weir.jobs.kafka.topic;

import org.jspecify.annotations.NullMarked;
