package dev.weir.jobs.submission;

import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Receives the messages about a job.
 *
 * @param started receives the state of the job and its id: {@code submitted} once a cluster outside this process has
 *     accepted the job, or {@code running} once all tasks of a job in this process run
 * @param say prints a line
 * @param warn prints a line about a problem
 * @param place returns the problem of the folder of checkpoints, as far as this process can examine it; empty if there
 *     is none
 */
public record JobConsole(
        BiConsumer<String, String> started,
        Consumer<String> say,
        Consumer<String> warn,
        Supplier<Optional<String>> place) {}
