/**
 * The work after a completed checkpoint: batches are written into the ledger, then their copies to the sink. Metrics
 * show the progress.
 */
@NullMarked
package dev.weir.operators.publish.commit;

import org.jspecify.annotations.NullMarked;
