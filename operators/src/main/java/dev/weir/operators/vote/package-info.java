/** Labels from a vote of teachers: tallies by question, the one public account behind them, and the draw of each label. */
@NullMarked
package dev.weir.operators.vote;

import org.jspecify.annotations.NullMarked;
