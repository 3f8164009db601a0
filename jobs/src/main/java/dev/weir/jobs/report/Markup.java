package dev.weir.jobs.report;

/** Text within HTML. */
final class Markup {

    private Markup() {}

    /**
     * Returns a text in which nothing is markup.
     *
     * @param text any text, hostile text included
     */
    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
