/** Texts of keys that nobody declared: which texts are keys, and tables from texts to numbers that strangers cannot slow down. */
@NullMarked
package dev.weir.operators.keys.text;

import org.jspecify.annotations.NullMarked;
