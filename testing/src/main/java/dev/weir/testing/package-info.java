/** Tests the privacy of a job by attacking it. */
@NullMarked
package dev.weir.testing;

import org.jspecify.annotations.NullMarked;
