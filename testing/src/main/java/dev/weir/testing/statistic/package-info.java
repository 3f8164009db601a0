/** Lower bounds of a privacy loss, computed from what two neighbouring streams have published many times. */
@NullMarked
package dev.weir.testing.statistic;

import org.jspecify.annotations.NullMarked;
