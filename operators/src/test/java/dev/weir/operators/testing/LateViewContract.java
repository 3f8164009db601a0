package dev.weir.operators.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.state.KeyGroupTable;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/**
 * What holds of a table with views: a view is written as the table was when the view was taken, whatever has happened to
 * the table since. Streams have fixed seeds, so a run never fails by chance.
 *
 * @param <T> the table
 */
public interface LateViewContract<T extends KeyGroupTable> {

    /** How many streams a table is tried with. */
    int streams();

    /**
     * Passes a stream through a new table.
     *
     * @param seed of the stream
     * @param take takes a view of the table, before each step of the stream
     * @return how many views were written with other bytes than when they were taken
     */
    int changed(long seed, BiConsumer<LateViews, T> take);

    /** What a table hands out to a view. */
    KeyGroupTable.Contents contents(T table);

    /** Every view is written as it was when it was taken. */
    @Test
    default void nothing_that_happens_to_the_table_changes_a_view() {
        for (long seed = 0; seed < streams(); seed++) {
            assertThat(changed(seed, LateViews::take)).as("seed " + seed).isZero();
        }
    }

    /** The other test fails with views that share everything with their table. */
    @Test
    default void a_table_that_copies_nothing_fails_that_test() {
        int changed = 0;
        for (long seed = 0; seed < streams(); seed++) {
            changed += changed(seed, (views, table) -> views.takeWithoutAView(contents(table)));
        }
        assertThat(changed).isGreaterThan(streams());
    }
}
