/** What a job publishes about each world, and how worlds are told apart in it. */
@NullMarked
package dev.weir.testing.published;

import org.jspecify.annotations.NullMarked;
