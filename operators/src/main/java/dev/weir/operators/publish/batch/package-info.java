/** What waits for its checkpoint: rows that no checkpoint has closed, batches of closed ones, and how state holds them. */
@NullMarked
package dev.weir.operators.publish.batch;

import org.jspecify.annotations.NullMarked;
