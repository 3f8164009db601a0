/** What aggregates are in rows of several levels. */
@NullMarked
package dev.weir.operators.aggregate.level;

import org.jspecify.annotations.NullMarked;
