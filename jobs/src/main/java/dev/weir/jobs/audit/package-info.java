/** Audits the pipeline of a file: makes worlds of its keys and records of its fields, and tells what was found. */
@NullMarked
package dev.weir.jobs.audit;

import org.jspecify.annotations.NullMarked;
