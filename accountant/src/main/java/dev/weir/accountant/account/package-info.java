/** Accounts, which decide whether a charge may be made. */
@NullMarked
package dev.weir.accountant.account;

import org.jspecify.annotations.NullMarked;
