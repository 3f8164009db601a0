package dev.weir.testing.world;

/**
 * The input of a job.
 *
 * @param script the slots
 * @param content what they hold
 */
public record SlotInput(Script script, SlotContent content) {}
