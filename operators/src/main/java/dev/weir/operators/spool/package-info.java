/**
 * A folder that keeps published batches until a source of the same job has read them, so that the job sees its own
 * releases.
 */
@NullMarked
package dev.weir.operators.spool;

import org.jspecify.annotations.NullMarked;
