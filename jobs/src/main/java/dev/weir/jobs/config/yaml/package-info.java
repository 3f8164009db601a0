/** Settings in YAML as a tree of values that know their line, and what is wrong with them. */
@NullMarked
package dev.weir.jobs.config.yaml;

import org.jspecify.annotations.NullMarked;
