package dev.weir.jobs.submission;

import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Who is told what becomes of a job.
 *
 * @param started takes how the job is and its id: {@code submitted} once a cluster that is not in this process has taken it, or
 *     {@code running} once all tasks of a job in this process run
 * @param say tells the user a line
 * @param warn tells the user a line about what is wrong
 * @param place says what is wrong with the place of checkpoints, as far as this process can see; empty if nothing is
 */
public record JobConsole(
        BiConsumer<String, String> started,
        Consumer<String> say,
        Consumer<String> warn,
        Supplier<Optional<String>> place) {}
