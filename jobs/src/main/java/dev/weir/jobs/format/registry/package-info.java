/**
 * The schema registry of a source: what a schema's number means. Whether a record waits for an answer, and how long, depends on the registry,
 * on clocks and on when the record was written, and on no other record.
 */
@NullMarked
package dev.weir.jobs.format.registry;

import org.jspecify.annotations.NullMarked;
