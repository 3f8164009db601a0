package dev.weir.jobs.format.registry;

/**
 * How deep the brackets of a text are in each other, which is how deep a parser calls itself. It is known without calls, so that it does not depend on
 * the stack of the thread whether a text is read.
 *
 * <p>Brackets that close count outside of strings and comments alone, those that open count everywhere: the depth is never less than what a parser
 * finds, and more at most. Strings and comments are those of Protocol Buffers. JSON as Avro reads it has no others, and where a comment ends earlier in JSON
 * too little is closed.
 */
public final class BracketDepth {

    private final String text;
    private int at;
    private int depth;

    private BracketDepth(String text) {
        this.text = text;
    }

    /**
     * Whether brackets are in each other more than so often.
     *
     * @param text the text
     * @param most the depth that is allowed
     */
    public static boolean isDeeper(String text, int most) {
        BracketDepth nesting = new BracketDepth(text);
        while (nesting.at < text.length()) {
            nesting.step();
            if (nesting.depth > most) {
                return true;
            }
        }
        return false;
    }

    private void step() {
        char next = text.charAt(at);
        if (next == '"' || next == '\'') {
            string(next);
        } else if (text.startsWith("//", at)) {
            until("\n");
        } else if (text.startsWith("/*", at)) {
            until("*/");
        } else {
            open(next);
            if ("}])>".indexOf(next) >= 0) {
                depth--;
            }
            at++;
        }
    }

    private void open(char next) {
        if ("{[(<".indexOf(next) >= 0) {
            depth++;
        }
    }

    private void string(char quote) {
        at++;
        while (at < text.length() && text.charAt(at) != quote) {
            if (text.charAt(at) == '\\') {
                at++;
            }
            skip();
        }
        at++;
    }

    private void until(String end) {
        at += 2;
        while (at < text.length() && !text.startsWith(end, at)) {
            skip();
        }
        at += end.length();
    }

    private void skip() {
        if (at < text.length()) {
            open(text.charAt(at));
        }
        at++;
    }
}
