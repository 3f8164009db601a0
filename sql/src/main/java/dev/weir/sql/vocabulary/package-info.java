/** What reading and writing scripts share: names of options, types of columns, reserved words. */
@NullMarked
package dev.weir.sql.vocabulary;

import org.jspecify.annotations.NullMarked;
