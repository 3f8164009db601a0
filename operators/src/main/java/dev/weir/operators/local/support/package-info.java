/** Estimates from local reports: counting the reports of a question by panes, and what is published of a window. */
@NullMarked
package dev.weir.operators.local.support;

import org.jspecify.annotations.NullMarked;
