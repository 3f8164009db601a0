/** The privacy loss of composed releases: privacy events, their Rényi curves, and conversions between currencies. */
@NullMarked
package dev.weir.accountant.compose;

import org.jspecify.annotations.NullMarked;
