package dev.weir.accountant.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.compose.Golden;
import java.util.stream.Stream;

/** One row of a golden CSV file, with checks of values against its columns. */
public record GoldenRow(String where, Golden.Row cells) {

    /** Returns the rows of {@code golden/accounting/NAME.csv}. */
    public static Stream<GoldenRow> read(String name) {
        return Golden.rows(name + ".csv").map(row -> new GoldenRow(name, row));
    }

    /** Returns the rows of a file whose column {@code kind} is {@code kind}. */
    public static Stream<GoldenRow> ofKind(String name, String kind) {
        return read(name).filter(row -> row.text("kind").equals(kind));
    }

    public String text(String column) {
        return cells.text(column);
    }

    public boolean has(String column) {
        return cells.has(column);
    }

    public double number(String column) {
        return cells.number(column);
    }

    public long whole(String column) {
        return Long.parseLong(text(column));
    }

    /** Checks a value against a column with relative tolerance 1e-9. */
    public void check(String column, double actual) {
        double expected = number(column);
        assertThat(actual).as("%s %s", this, column).isCloseTo(expected, within(1e-9 * Math.abs(expected)));
    }

    /**
     * Checks an upper bound against a column with relative tolerance 1e-9; it must not be below the column by more than the
     * column's own rounding.
     */
    public void checkUpperBound(String column, double actual) {
        check(column, actual);
        assertThat(actual).as("%s %s", this, column).isGreaterThanOrEqualTo(number(column) * (1 - 0x1p-52));
    }

    @Override
    public String toString() {
        return where + " " + cells;
    }
}
