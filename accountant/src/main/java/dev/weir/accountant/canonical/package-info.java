/** The canonical bytes of values. Ledgers hold them, digests cover them, and the identity of a configuration is computed from them. */
@NullMarked
package dev.weir.accountant.canonical;

import org.jspecify.annotations.NullMarked;
