/** The canonical bytes of values: what ledgers hold, what digests cover, and what the identity of a configuration is made of. */
@NullMarked
package dev.weir.accountant.canonical;

import org.jspecify.annotations.NullMarked;
