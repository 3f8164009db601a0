/**
 * The tree of settings that a pipeline file becomes, whatever its language: values that keep their file and line, and the problems that
 * are noted while they are read.
 */
@NullMarked
package dev.weir.jobs.settings;

import org.jspecify.annotations.NullMarked;
