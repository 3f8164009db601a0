/**
 * The schema registry of a source: what a schema's number means. Whether a record is read depends on the registry, on clocks and on when the record
 * was written, and on no other record and no time at which it is read: {@code SubjectView} has the rule and its proof.
 */
@NullMarked
package dev.weir.jobs.format.registry;

import org.jspecify.annotations.NullMarked;
