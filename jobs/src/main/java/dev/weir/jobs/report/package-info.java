/** The page that shows what was released: self-contained, and public unless it says otherwise. */
@NullMarked
package dev.weir.jobs.report;

import org.jspecify.annotations.NullMarked;
