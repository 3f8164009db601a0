/** What must be expected of released values before anybody can say how far they will be off, and what their error then is. */
@NullMarked
package dev.weir.operators.aggregate.expect;

import org.jspecify.annotations.NullMarked;
