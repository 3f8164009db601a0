package dev.weir.jobs.config.query;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.jobs.config.Limits;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.settings.Problems;
import java.nio.file.Path;

/**
 * Facts about the rest of a pipeline that the readers of queries need.
 *
 * @param file the pipeline file
 * @param problems collects the problems of the file, including those of files that it names
 * @param limits the largest sizes of records and keys
 * @param source the fields that all queries read
 * @param zone the zone of the unit's periods
 */
public record QueryContext(Path file, Problems problems, Limits limits, Source source, PinnedZone zone) {}
