/** Pipeline files, read and checked once; errors name the line, the field and the rule. */
@NullMarked
package dev.weir.jobs.config;

import org.jspecify.annotations.NullMarked;
