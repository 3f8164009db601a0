/** Questions about reports that are private before they are sent. */
@NullMarked
package dev.weir.calculator.local;

import org.jspecify.annotations.NullMarked;
