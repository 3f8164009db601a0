/** The Java API for votes of teachers: a stream of votes becomes a stream of noisy labels. */
@NullMarked
package dev.weir.operators.api.votes;

import org.jspecify.annotations.NullMarked;
