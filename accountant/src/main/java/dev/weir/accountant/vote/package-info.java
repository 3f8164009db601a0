/** Answers of a vote of teachers (PATE): the mechanisms, their prices, the public account and the draw of a winner. */
@NullMarked
package dev.weir.accountant.vote;

import org.jspecify.annotations.NullMarked;
