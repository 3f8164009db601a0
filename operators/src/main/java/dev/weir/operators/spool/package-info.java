/** Published batches wait in a folder until a source of the same job has read them: rows from behind the publisher. */
@NullMarked
package dev.weir.operators.spool;

import org.jspecify.annotations.NullMarked;
