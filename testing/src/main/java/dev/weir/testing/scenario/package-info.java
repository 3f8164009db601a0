/** What the canary unit of an audit sends, made from the plan of the audited queries, and what it may lose by it. */
@NullMarked
package dev.weir.testing.scenario;

import org.jspecify.annotations.NullMarked;
