/** Clients of the brokers: their settings, questions that are asked about any topic, and their failures in words. */
@NullMarked
package dev.weir.jobs.kafka.client;

import org.jspecify.annotations.NullMarked;
