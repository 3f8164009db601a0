/** The errors of released values, computed from configuration and a person's expectations before there are records. */
@NullMarked
package dev.weir.operators.aggregate.expect;

import org.jspecify.annotations.NullMarked;
