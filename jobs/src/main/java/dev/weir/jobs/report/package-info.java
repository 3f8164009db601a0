/** The page that shows what was released. It is self-contained, and public unless it states otherwise. */
@NullMarked
package dev.weir.jobs.report;

import org.jspecify.annotations.NullMarked;
