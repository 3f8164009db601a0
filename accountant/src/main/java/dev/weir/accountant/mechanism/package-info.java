/** Mechanisms: the samplers together with their privacy events, and the charges of records. */
@NullMarked
package dev.weir.accountant.mechanism;

import org.jspecify.annotations.NullMarked;
