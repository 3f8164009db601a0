/** Exact samplers of integer noise, and the only door for the random bits that released noise is made of. */
@NullMarked
package dev.weir.accountant.noise;

import org.jspecify.annotations.NullMarked;
