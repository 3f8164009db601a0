/** The Java API of local reports: a stream of reports becomes a stream of estimates. */
@NullMarked
package dev.weir.operators.api.reports;

import org.jspecify.annotations.NullMarked;
