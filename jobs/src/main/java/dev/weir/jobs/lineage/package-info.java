/** What listeners of Flink's lineage are told of a job (FLIP-314). */
@NullMarked
package dev.weir.jobs.lineage;

import org.jspecify.annotations.NullMarked;
