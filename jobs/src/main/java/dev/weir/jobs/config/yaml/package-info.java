/** Reads YAML into a tree of values that keep their lines, and collects the problems of a file. */
@NullMarked
package dev.weir.jobs.config.yaml;

import org.jspecify.annotations.NullMarked;
