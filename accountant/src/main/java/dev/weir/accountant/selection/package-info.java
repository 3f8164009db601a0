/** Private choices: draws of one of several declared candidates, and what they cost. */
@NullMarked
package dev.weir.accountant.selection;

import org.jspecify.annotations.NullMarked;
