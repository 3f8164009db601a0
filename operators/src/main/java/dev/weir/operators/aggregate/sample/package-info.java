/** How released values are compared with what is true of a sample of records, inside the trusted base. */
@NullMarked
package dev.weir.operators.aggregate.sample;

import org.jspecify.annotations.NullMarked;
