/**
 * The formats of a source's records. Each format defines its fields in a pipeline file, how the fields of a record are found in
 * the record's bytes, and how a recording is cut into records.
 */
@NullMarked
package dev.weir.jobs.format;

import org.jspecify.annotations.NullMarked;
