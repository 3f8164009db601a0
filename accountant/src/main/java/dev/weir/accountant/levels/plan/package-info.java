/** How a query's share is divided among levels, and how exact each level is. */
@NullMarked
package dev.weir.accountant.levels.plan;

import org.jspecify.annotations.NullMarked;
