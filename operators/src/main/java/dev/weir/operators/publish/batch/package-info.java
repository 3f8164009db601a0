/**
 * The rows that are not published yet: rows that no checkpoint has closed, batches of closed rows, and their form in
 * state.
 */
@NullMarked
package dev.weir.operators.publish.batch;

import org.jspecify.annotations.NullMarked;
