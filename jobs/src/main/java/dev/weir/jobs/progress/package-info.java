/** What a long command says while it works. */
@NullMarked
package dev.weir.jobs.progress;

import org.jspecify.annotations.NullMarked;
