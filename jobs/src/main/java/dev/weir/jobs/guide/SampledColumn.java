package dev.weir.jobs.guide;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A column of a sampled file. It answers questions about the form of its texts and shows none of them.
 */
public final class SampledColumn {

    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+([.][0-9]+)?");
    private static final Pattern COMMA = Pattern.compile("[+-]?[0-9]{1,3}([.][0-9]{3})*,[0-9]+");

    private final String name;
    private final List<String> texts;

    /**
     * Creates a column.
     *
     * @param name its name
     * @param texts its texts in the order of the lines; empty ones are left out
     */
    SampledColumn(String name, List<String> texts) {
        this.name = name;
        this.texts = texts.stream().filter(text -> !text.isBlank()).toList();
    }

    /** The name of the column. */
    public String name() {
        return name;
    }

    /** Whether no line has a text in this column. */
    public boolean isEmpty() {
        return texts.isEmpty();
    }

    /** Whether all texts are decimal numbers with a point. */
    public boolean isNumeric() {
        return !isEmpty()
                && texts.stream().allMatch(text -> NUMBER.matcher(text).matches());
    }

    /** Whether some text is a number with a decimal comma, which no pipeline reads as a number. */
    public boolean hasDecimalCommas() {
        return texts.stream().anyMatch(text -> COMMA.matcher(text).matches());
    }

    /** The largest number of decimals of a number. */
    public int decimals() {
        return texts.stream()
                .filter(text -> text.contains("."))
                .mapToInt(text -> text.length() - text.indexOf('.') - 1)
                .max()
                .orElse(0);
    }

    /** Returns the forms of times that fit all texts. */
    public List<TimeGuess> times() {
        return isEmpty() ? List.of() : TimeGuess.fitting(texts);
    }

    /**
     * Whether the times of the lines never fall, if they are written in a form.
     *
     * @param form the form, which fits all texts
     */
    public boolean rises(TimeGuess form) {
        return form.rises(texts);
    }

    @Override
    public String toString() {
        return name;
    }
}
