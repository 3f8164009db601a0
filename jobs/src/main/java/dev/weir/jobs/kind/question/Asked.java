package dev.weir.jobs.kind.question;

import dev.weir.accountant.local.NumberResponse.Range;
import dev.weir.accountant.local.client.NumberQuestion;
import java.math.BigDecimal;
import java.util.List;

/**
 * The fields of a question as a file gives them.
 *
 * @param name its name
 * @param epsilon the privacy loss of one report
 * @param options the answers; empty for numbers
 * @param range the least and the largest answer; empty for options
 * @param grid the step of numbers
 */
record Asked(String name, BigDecimal epsilon, List<String> options, List<BigDecimal> range, BigDecimal grid) {

    /** Takes copies of the lists. */
    Asked {
        options = List.copyOf(options);
        range = List.copyOf(range);
    }

    /** Returns the range in steps of the grid. */
    Range steps() {
        return NumberQuestion.steps(range.get(0), range.get(1), grid);
    }
}
