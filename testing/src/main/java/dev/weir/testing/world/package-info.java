/** Copies of a key space inside one job: their slots, the job that reads them, and what it publishes about each. */
@NullMarked
package dev.weir.testing.world;

import org.jspecify.annotations.NullMarked;
