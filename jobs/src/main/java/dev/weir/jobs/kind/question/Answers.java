package dev.weir.jobs.kind.question;

import java.math.BigDecimal;
import java.util.List;

/** The answers that a question may have. */
sealed interface Answers {

    /**
     * Options.
     *
     * @param texts the options in their order
     */
    record Options(List<String> texts) implements Answers {

        /** Takes a copy of the list. */
        public Options {
            texts = List.copyOf(texts);
        }
    }

    /**
     * Numbers of a range.
     *
     * @param low the least
     * @param high the largest
     * @param grid the step to which they are rounded
     */
    record Numbers(BigDecimal low, BigDecimal high, BigDecimal grid) implements Answers {}
}
