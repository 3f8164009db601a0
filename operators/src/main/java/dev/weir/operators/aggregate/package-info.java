/** What a query computes from the records it takes: pure, in whole grid steps, mergeable. */
@NullMarked
package dev.weir.operators.aggregate;

import org.jspecify.annotations.NullMarked;
