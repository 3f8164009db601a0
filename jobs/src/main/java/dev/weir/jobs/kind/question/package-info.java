/** The question of local reports in a pipeline file: its mechanism, and its options or range. */
@NullMarked
package dev.weir.jobs.kind.question;

import org.jspecify.annotations.NullMarked;
