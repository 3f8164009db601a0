/** Writes trees of settings as scripts. */
@NullMarked
package dev.weir.sql.write;

import org.jspecify.annotations.NullMarked;
