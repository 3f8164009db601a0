/**
 * Admission: decodes slots (the positions of the input partitions), decides which queries take their records, and packs
 * the contributions into batches for the gate.
 */
@NullMarked
package dev.weir.operators.admit;

import org.jspecify.annotations.NullMarked;
