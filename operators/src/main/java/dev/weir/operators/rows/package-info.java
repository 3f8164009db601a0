/** What a job sees of its own releases: public values, typed. */
@NullMarked
package dev.weir.operators.rows;

import org.jspecify.annotations.NullMarked;
