/** The topics of rows and of dead letters. */
@NullMarked
package dev.weir.jobs.kafka.sink;

import org.jspecify.annotations.NullMarked;
