/** How often attacks guess a secret bit, with and without differential privacy. */
@NullMarked
package dev.weir.calculator.attack;

import org.jspecify.annotations.NullMarked;
