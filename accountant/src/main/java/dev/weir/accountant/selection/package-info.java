/** Private choices: draws of one of several declared candidates, and their prices. */
@NullMarked
package dev.weir.accountant.selection;

import org.jspecify.annotations.NullMarked;
