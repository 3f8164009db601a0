package dev.weir.jobs.config.query;

import dev.weir.jobs.config.Limits;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.yaml.Problems;
import java.nio.file.Path;

/**
 * What the readers of queries need to know of the rest of a pipeline.
 *
 * @param file the pipeline file
 * @param problems where problems with other files are noted
 * @param limits sizes of records and keys
 * @param source the fields that all queries read
 */
public record QueryContext(Path file, Problems problems, Limits limits, Source source) {}
