/** Builds and starts the Flink job of a pipeline file's plan, against Kafka. */
@NullMarked
package dev.weir.jobs.pipeline;

import org.jspecify.annotations.NullMarked;
