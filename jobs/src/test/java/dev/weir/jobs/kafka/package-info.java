/** Topics, messages and pipelines for tests against a broker. */
@org.jspecify.annotations.NullMarked
package dev.weir.jobs.kafka;
