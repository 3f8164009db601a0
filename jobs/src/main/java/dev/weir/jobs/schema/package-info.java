/**
 * The JSON Schema of pipeline files, for editors. It covers the form of a file only; most other mistakes are found by
 * the reader of pipeline files.
 */
@NullMarked
package dev.weir.jobs.schema;

import org.jspecify.annotations.NullMarked;
