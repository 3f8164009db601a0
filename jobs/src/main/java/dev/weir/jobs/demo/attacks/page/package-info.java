/** The page that {@code weir demo attacks} writes. */
@NullMarked
package dev.weir.jobs.demo.attacks.page;

import org.jspecify.annotations.NullMarked;
