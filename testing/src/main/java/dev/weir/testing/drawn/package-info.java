/** Draws what a right job publishes about the canary from exact totals, without a job: what the attack can find there is what it should find in the job. */
@NullMarked
package dev.weir.testing.drawn;

import org.jspecify.annotations.NullMarked;
