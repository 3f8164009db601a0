package dev.weir.jobs.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LargestRowTest {

    /** Keys that are long after encoding: control characters are longest in JSON, letters with accents in a release id. */
    private static final List<String> KEYS = List.of("en", "\u0001".repeat(10_000), "\u00e9".repeat(5_000));

    private static final Plan PLAN = HourlyPlan.of("0.03", KEYS);

    @Test
    void no_row_is_longer_by_more_than_some_digits() {
        JsonRows rows = new JsonRows(PLAN);
        int longest = LargestRow.bytes(PLAN, rows);
        for (String key : KEYS) {
            for (long value : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE, 1, 0, -1}) {
                PublishedRow row = rows.format(new Outcome(
                        Outcome.Kind.RELEASED, 0, key, 0, 1_442_023_200_000L, 0, new long[] {value, value}));
                int length = row.line().length + row.releaseId().getBytes(StandardCharsets.UTF_8).length;
                assertThat(length).isLessThan(longest + 100);
            }
        }
        assertThat(longest).isBetween(120_000, 122_000);
    }
}
