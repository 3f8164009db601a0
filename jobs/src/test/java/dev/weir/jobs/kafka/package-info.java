/** Topics in and out, the public clock, dead letters. */
@org.jspecify.annotations.NullMarked
package dev.weir.jobs.kafka;
