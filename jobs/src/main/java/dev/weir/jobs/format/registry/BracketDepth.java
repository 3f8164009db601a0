package dev.weir.jobs.format.registry;

/**
 * How deep the brackets of a text are in each other, which is how deep a parser calls itself. It is known without calls, so that it does not depend on
 * the stack of the thread whether a text is read.
 *
 * <p>Brackets in strings and comments do not count: those are leaves of what is parsed, and may be full of remarks in brackets. Strings and comments are those of Protocol
 * Buffers. JSON as Avro reads it has no others, but there a carriage return ends a comment, too: what stands behind one may open brackets, and closes none.
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
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at++;
    }

    private void until(String end) {
        at += 2;
        boolean mayHaveEnded = false;
        while (at < text.length() && !text.startsWith(end, at)) {
            if (mayHaveEnded) {
                open(text.charAt(at));
            }
            mayHaveEnded |= end.equals("\n") && text.charAt(at) == '\r';
            at++;
        }
        at += end.length();
    }
}
