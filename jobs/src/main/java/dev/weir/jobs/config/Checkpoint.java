package dev.weir.jobs.config;

import java.io.Serializable;
import java.time.Duration;

/**
 * The interval and the place of checkpoints.
 *
 * @param every the interval, above 0
 * @param dir the URI of the directory; empty if not given
 */
public record Checkpoint(Duration every, String dir) implements Serializable {}
