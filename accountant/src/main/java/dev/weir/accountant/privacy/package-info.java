/** The vocabulary: amounts, budgets and the privacy unit. */
@NullMarked
package dev.weir.accountant.privacy;

import org.jspecify.annotations.NullMarked;
