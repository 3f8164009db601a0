/** What the records of a unit and the windows of a key cost in a query with levels. */
@NullMarked
package dev.weir.accountant.levels.account;

import org.jspecify.annotations.NullMarked;
