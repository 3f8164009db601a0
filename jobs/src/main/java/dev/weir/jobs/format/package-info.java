/**
 * The formats of a source's records: for each one its fields in a pipeline file, how the fields of a record are found in its bytes, and how a
 * recording is cut into records.
 */
@NullMarked
package dev.weir.jobs.format;

import org.jspecify.annotations.NullMarked;
