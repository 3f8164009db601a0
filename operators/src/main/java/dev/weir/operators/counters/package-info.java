/** Counters of the outcomes of records. They add up exactly, and do not leave the trusted base. */
@NullMarked
package dev.weir.operators.counters;

import org.jspecify.annotations.NullMarked;
