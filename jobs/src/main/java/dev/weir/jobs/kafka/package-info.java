/** Topics in and out, the public clock, dead letters. */
@NullMarked
package dev.weir.jobs.kafka;

import org.jspecify.annotations.NullMarked;
