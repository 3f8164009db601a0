package dev.weir.accountant.local.estimate;

/**
 * An unbiased estimate from local reports.
 *
 * @param value the estimate: people who have an option, or a mean in grid steps; may be negative
 * @param stddev its standard error, in the same unit, at least 0
 */
public record Estimate(double value, double stddev) {}
