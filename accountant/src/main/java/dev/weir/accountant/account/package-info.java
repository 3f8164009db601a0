/** Accounts: may this charge be made, and what is left after it. */
@NullMarked
package dev.weir.accountant.account;

import org.jspecify.annotations.NullMarked;
