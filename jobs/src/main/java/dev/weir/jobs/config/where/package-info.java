/** The conditions under which a query takes a record. */
@NullMarked
package dev.weir.jobs.config.where;

import org.jspecify.annotations.NullMarked;
