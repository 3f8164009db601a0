/**
 * The schema registry of a source: what a schema's number means. Whether a record waits for an answer, and how long, depends on the registry
 * and the clock of the machine, and on no other record.
 */
@NullMarked
package dev.weir.jobs.format.registry;

import org.jspecify.annotations.NullMarked;
