/**
 * Basic types of differential privacy (amounts, budgets, the privacy unit), directed rounding and checks of parameters.
 */
@NullMarked
package dev.weir.accountant.privacy;

import org.jspecify.annotations.NullMarked;
