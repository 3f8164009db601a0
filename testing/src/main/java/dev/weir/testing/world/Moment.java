package dev.weir.testing.world;

import java.io.Serializable;

/**
 * A time at which every world of a scenario has one slot.
 *
 * @param stamp the time of the slots by the public clock, epoch milliseconds
 * @param watermark the time up to which windows may close behind these slots, epoch milliseconds
 * @param scenario the number of the scenario
 * @param step the number of the moment within its scenario, from 0
 */
public record Moment(long stamp, long watermark, int scenario, int step) implements Serializable {}
