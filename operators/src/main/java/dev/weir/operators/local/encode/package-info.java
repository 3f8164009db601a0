/** Draws local reports of records: a trusted gateway for people who cannot draw reports themselves. */
@NullMarked
package dev.weir.operators.local.encode;

import org.jspecify.annotations.NullMarked;
