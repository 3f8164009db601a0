/** The releases as a job sees them: public values, typed. */
@NullMarked
package dev.weir.operators.result;

import org.jspecify.annotations.NullMarked;
