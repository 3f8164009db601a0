/** What a completed checkpoint allows: batches go into the ledger, then their copies to the sink; metrics say how far it is. */
@NullMarked
package dev.weir.operators.publish.commit;

import org.jspecify.annotations.NullMarked;
