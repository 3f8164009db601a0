package dev.weir.testing.world;

/**
 * The input of a job.
 *
 * @param schedule the slots
 * @param content what they hold
 */
public record SlotInput(SlotSchedule schedule, SlotContent content) {}
