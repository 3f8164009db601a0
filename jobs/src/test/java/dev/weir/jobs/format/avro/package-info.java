@NullMarked
package dev.weir.jobs.format.avro;

import org.jspecify.annotations.NullMarked;
