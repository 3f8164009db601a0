package dev.weir.jobs.released.row;

/** Texts of which a program for tables makes no formula. */
public final class SpreadsheetText {

    private SpreadsheetText() {}

    /**
     * Returns a text with an apostrophe before it, if it begins like a formula.
     *
     * @param text the content of a cell
     */
    public static String safe(String text) {
        return text.matches("(?s)[=+\\-@\t\r].*") ? "'" + text : text;
    }
}
