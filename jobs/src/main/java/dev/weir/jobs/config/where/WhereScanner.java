package dev.weir.jobs.config.where;

import dev.weir.jobs.config.grammar.Literal;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Origin;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Splits the text of a {@code where} into names, signs, words and literals, from left to right. */
final class WhereScanner {

    private static final String RULE = "must be FIELD (== != < <= > >=) LITERAL or FIELD in (LITERAL, ...),"
            + " joined by and, or, not and parentheses: ";
    private static final String SIGNS = "=!<>";
    private static final char BACKQUOTE = '`';
    private static final int LONGEST = 1 << 16;

    private final String text;
    private int at;

    /**
     * Creates a scanner at the beginning of a text.
     *
     * @param text at most 65536 characters
     * @throws IllegalArgumentException if the text is longer
     */
    WhereScanner(String text) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    RULE + "expected at most " + LONGEST + " characters, was " + text.length() + " characters");
        }
        this.text = text;
    }

    /**
     * A literal.
     *
     * @param number the literal, unless it is quoted
     * @param text the literal, if it is quoted
     */
    record Literal(@Nullable BigDecimal number, @Nullable String text) {

        boolean isText() {
            return text != null;
        }
    }

    /** Moves to a position, and returns the exception that refuses the text there. */
    IllegalArgumentException refusal(int position, String what) {
        at = position;
        return refusal(what);
    }

    /**
     * Returns the exception that refuses the text at the present position. Its message has the rule for the whole text.
     */
    IllegalArgumentException refusal(String what) {
        return new IllegalArgumentException(RULE + what + " at character " + (at + 1) + ", was " + text);
    }

    /** Skips white space, and returns the position of the next character, from 0. */
    int position() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** Goes back to an earlier position. */
    void back(int position) {
        at = position;
    }

    boolean isAtEnd() {
        return position() == text.length();
    }

    /** Whether the next character is one of the characters of the signs == != &lt; &lt;= &gt; &gt;=. */
    boolean isAtSign() {
        return !isAtEnd() && SIGNS.indexOf(text.charAt(at)) >= 0;
    }

    /** Reads the given character if it is the next one. Returns whether it was read. */
    boolean take(char c) {
        boolean found = !isAtEnd() && text.charAt(at) == c;
        at += found ? 1 : 0;
        return found;
    }

    /** Reads the given word of the grammar, in any case, if it comes next. Returns whether it was read. */
    boolean takeWord(String word) {
        int end = position() + word.length();
        boolean found = text.regionMatches(true, at, word, 0, word.length())
                && (end == text.length() || Character.isWhitespace(text.charAt(end)) || text.charAt(end) == '(');
        at = found ? end : at;
        return found;
    }

    /**
     * Reads characters up to white space, a sign or a parenthesis; the result may be empty. Parentheses that open and
     * close within the name belong to it, as in {@code price(EUR)}. A name in backquotes may hold any characters, and holds a backquote
     * for each two of them.
     */
    String name() {
        int start = position();
        if (isBackquote(start)) {
            return backquoted();
        }
        while (at < text.length() && !isBreak(at) && text.charAt(at) != ')') {
            int last = text.charAt(at) == '(' ? closing(at) : at;
            if (last < 0) {
                break;
            }
            at = last + 1;
        }
        return text.substring(start, at);
    }

    /** Reads a name in backquotes, of at least one character. */
    private String backquoted() {
        int start = at++;
        StringBuilder name = new StringBuilder();
        while (at < text.length() && (text.charAt(at) != BACKQUOTE || isBackquote(at + 1))) {
            name.append(text.charAt(at));
            at += text.charAt(at) == BACKQUOTE ? 2 : 1;
        }
        if (at >= text.length()) {
            throw refusal(start, "expected a closing backquote");
        }
        at++;
        if (name.isEmpty()) {
            throw refusal(start, "expected a field between the backquotes");
        }
        return name.toString();
    }

    /**
     * Asks whether all from a position to the next sign is the name of a field, for the message of a refusal. The answer is empty if no
     * sign follows, or what stands there is in quotes or backquotes, or begins with a word of the grammar.
     */
    String meant(int start) {
        int end = start;
        while (end < text.length() && SIGNS.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        String name = text.substring(start, end).strip();
        boolean isName = end < text.length() && !name.matches("(?is).*['\"`].*|(and|or|not)\\b.*");
        return isName ? " (did you mean `" + name + "`?)" : "";
    }

    private boolean isBackquote(int position) {
        return position < text.length() && text.charAt(position) == BACKQUOTE;
    }

    /**
     * The position at which the parenthesis at {@code open} is closed; negative if white space or a sign comes first.
     */
    private int closing(int open) {
        int depth = 0;
        for (int i = open; i < text.length() && !isBreak(i); i++) {
            char c = text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }

    private boolean isBreak(int position) {
        char c = text.charAt(position);
        return Character.isWhitespace(c) || SIGNS.indexOf(c) >= 0;
    }

    Relation relation() {
        int start = position();
        while (at < text.length() && SIGNS.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String sign = text.substring(start, at);
        return Arrays.stream(Relation.values())
                .filter(relation -> relation.sign().equals(sign))
                .findFirst()
                .orElseThrow(() -> refusal(start, "expected one of == != < <= > >="));
    }

    /**
     * Reads the next literal.
     *
     * @param ends characters that end a number, in addition to white space and signs
     */
    Literal literal(String ends) {
        if (isAtEnd()) {
            throw refusal("expected a literal");
        }
        char quote = text.charAt(at);
        boolean isText = quote == '\'' || quote == '"';
        return isText ? new Literal(null, quoted(quote)) : new Literal(number(ends), null);
    }

    private BigDecimal number(String ends) {
        int start = at;
        while (at < text.length() && !isBreak(at) && ends.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        try {
            return Literals.DECIMAL.parser().apply(Item.scalar(new Origin("", 0), text.substring(start, at), false));
        } catch (IllegalArgumentException e) {
            throw refusal(start, "expected a decimal number or quoted text");
        }
    }

    /** Reads a text in quotes. A backslash makes the next character part of the text. */
    private String quoted(char quote) {
        StringBuilder literal = new StringBuilder();
        at++;
        while (at < text.length() && text.charAt(at) != quote) {
            at += text.charAt(at) == '\\' ? 1 : 0;
            if (at < text.length()) {
                literal.append(text.charAt(at++));
            }
        }
        if (at >= text.length()) {
            throw refusal("expected a closing quote");
        }
        at++;
        return literal.toString();
    }
}
