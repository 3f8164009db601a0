/** Private choices: which undeclared keys may be released, and draws of one of several declared candidates. */
@NullMarked
package dev.weir.accountant.selection;

import org.jspecify.annotations.NullMarked;
