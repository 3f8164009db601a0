/** The format of Flink's table connectors that reads lines of released and withheld rows as columns. */
@NullMarked
package dev.weir.sql.catalog.format;

import org.jspecify.annotations.NullMarked;
