/** What can be said of people from their local reports: counts, means, and how far off they are. All is post-processing. */
@NullMarked
package dev.weir.accountant.local.estimate;

import org.jspecify.annotations.NullMarked;
