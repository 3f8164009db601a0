/** Private key selection: which keys that nobody declared may be named. */
@NullMarked
package dev.weir.accountant.selection;

import org.jspecify.annotations.NullMarked;
