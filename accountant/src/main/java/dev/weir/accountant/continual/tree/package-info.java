/** Sensitivity and accuracy of releases that use trees: binary trees, and k-ary trees with subtraction. */
@NullMarked
package dev.weir.accountant.continual.tree;

import org.jspecify.annotations.NullMarked;
