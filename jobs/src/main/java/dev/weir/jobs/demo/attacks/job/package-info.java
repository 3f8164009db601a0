/** The Flink jobs that publish about all worlds of an attack at once: a plain one, and one of the Java API. */
@NullMarked
package dev.weir.jobs.demo.attacks.job;

import org.jspecify.annotations.NullMarked;
