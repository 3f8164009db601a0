/** The catalog of type {@code weir}: every release of a pipeline is a table. */
@NullMarked
package dev.weir.sql.catalog;

import org.jspecify.annotations.NullMarked;
