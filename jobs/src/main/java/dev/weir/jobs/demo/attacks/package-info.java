/** Attacks on raw windows, on naive noise and on Weir, over made-up people: {@code weir demo attacks}. */
@NullMarked
package dev.weir.jobs.demo.attacks;

import org.jspecify.annotations.NullMarked;
