/** The synthetic data of the demonstrations, and the comparison of private averages. */
@NullMarked
package dev.weir.jobs.demo;

import org.jspecify.annotations.NullMarked;
