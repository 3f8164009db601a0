/** The guided start: a first pipeline file from the form of a CSV file and a few answers. It copies no value of the file. */
@NullMarked
package dev.weir.jobs.guide;

import org.jspecify.annotations.NullMarked;
