package dev.weir.operators.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.state.KeyGroupTable;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/**
 * Tests tables with views: a view is written as the table was when the view was taken, whatever has happened to the table
 * since. Streams have fixed seeds, so a run never fails by chance.
 *
 * @param <T> the table
 */
public interface LateViewContract<T extends KeyGroupTable> {

    /** The number of streams with which a table is tested. */
    int streams();

    /**
     * Passes a stream through a new table.
     *
     * @param seed the seed of the stream
     * @param take takes a view of the table, before each step of the stream
     * @return the number of views that were written with other bytes than when they were taken
     */
    int changed(long seed, BiConsumer<LateViews, T> take);

    /** Returns the contents that a table gives to a view. */
    KeyGroupTable.Contents contents(T table);

    /** Tests that every view is written as it was when it was taken. */
    @Test
    default void nothing_that_happens_to_the_table_changes_a_view() {
        for (long seed = 0; seed < streams(); seed++) {
            assertThat(changed(seed, LateViews::take)).as("seed " + seed).isZero();
        }
    }

    /** Checks that the other test fails for views that share everything with their table. */
    @Test
    default void a_table_that_copies_nothing_fails_that_test() {
        int changed = 0;
        for (long seed = 0; seed < streams(); seed++) {
            changed += changed(seed, (views, table) -> views.takeWithoutAView(contents(table)));
        }
        assertThat(changed).isGreaterThan(streams());
    }
}
