/**
 * Avro: the library of Apache Avro reads schemas, and a walk of our own over their types reads messages, because the library's reader
 * allocates by the lengths and numbers that a message claims: docs/decisions/0039.
 */
@NullMarked
package dev.weir.jobs.format.avro;

import org.jspecify.annotations.NullMarked;
