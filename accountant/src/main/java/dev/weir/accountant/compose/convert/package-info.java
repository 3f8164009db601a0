/** Conversions between currencies of privacy: zCDP, R&eacute;nyi, the Gaussian curve, and (&epsilon;, &delta;). */
@NullMarked
package dev.weir.accountant.compose.convert;

import org.jspecify.annotations.NullMarked;
