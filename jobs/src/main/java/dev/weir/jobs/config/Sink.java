package dev.weir.jobs.config;

import java.io.Serializable;

/**
 * The topics that a job writes, on the brokers of its source.
 *
 * @param released noisy rows: public
 * @param withheld contexts that a key account refused: public
 * @param deadLetter rejected slots: private
 */
public record Sink(String released, String withheld, String deadLetter) implements Serializable {}
