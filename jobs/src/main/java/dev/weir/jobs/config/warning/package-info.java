/** Warnings of what a pipeline file may say and can hardly mean. */
@NullMarked
package dev.weir.jobs.config.warning;

import org.jspecify.annotations.NullMarked;
