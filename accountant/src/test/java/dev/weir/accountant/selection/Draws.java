package dev.weir.accountant.selection;

import dev.weir.accountant.compose.Golden;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

/** What rows of the reference about draws of candidates say. */
public final class Draws {

    private Draws() {}

    /** The draw that a row names. */
    public static Draw draw(Golden.Row row) {
        return row.text("mechanism").equals("exponential") ? Draw.EXPONENTIAL : Draw.PERMUTE_AND_FLIP;
    }

    /** Parses numbers that are separated by blanks. */
    public static List<BigDecimal> numbers(String text) {
        return Arrays.stream(text.split(" ", -1))
                .map(number -> number.contains("/")
                        ? new BigDecimal(number.substring(0, number.indexOf('/')))
                                .divide(new BigDecimal(number.substring(number.indexOf('/') + 1)))
                        : new BigDecimal(number))
                .toList();
    }
}
