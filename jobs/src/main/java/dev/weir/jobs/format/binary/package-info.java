/**
 * What the binary formats of records share: a cursor that never leaves a message, texts of typed values, and the file of a schema.
 * Nothing here allocates by a number that a message claims.
 */
@NullMarked
package dev.weir.jobs.format.binary;

import org.jspecify.annotations.NullMarked;
