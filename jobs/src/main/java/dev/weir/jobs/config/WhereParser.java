package dev.weir.jobs.config;

import java.util.ArrayList;
import java.util.List;

/** Reads {@code FIELD (== != < <= > >=) LITERAL}, joined by {@code and}. */
final class WhereParser {

    private static final String RULE = "must be FIELD (== != < <= > >=) LITERAL joined by and: ";
    private static final String SIGNS = "=!<>";

    private final String text;
    private int at;

    private WhereParser(String text) {
        this.text = text;
    }

    /** The conditions, at least one; all of them must hold. */
    static List<Condition> parse(Item item) {
        WhereParser parser = new WhereParser(item.text());
        List<Condition> conditions = new ArrayList<>();
        conditions.add(parser.condition());
        while (!parser.isAtEnd()) {
            if (!parser.word().equals("and")) {
                throw parser.refusal("expected and");
            }
            conditions.add(parser.condition());
        }
        return conditions;
    }

    private IllegalArgumentException refusal(String what) {
        return new IllegalArgumentException(RULE + what + " at character " + (at + 1) + ", was " + text);
    }

    private boolean isAtEnd() {
        skipSpace();
        return at == text.length();
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    /** The next characters up to white space or a sign; perhaps none. */
    private String word() {
        skipSpace();
        int start = at;
        while (at < text.length() && !Character.isWhitespace(text.charAt(at)) && SIGNS.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private Condition condition() {
        String field = word();
        if (field.isEmpty()) {
            throw refusal("expected a field");
        }
        Condition.Comparison comparison = comparison();
        if (isAtEnd()) {
            throw refusal("expected a literal");
        }
        char quote = text.charAt(at);
        if (quote == '\'' || quote == '"') {
            return new Condition(field, comparison, null, quoted(quote));
        }
        int start = at;
        Item literal = Item.scalar(new Origin("", 0), word(), false);
        try {
            return new Condition(field, comparison, Literals.decimal(literal), null);
        } catch (IllegalArgumentException e) {
            at = start;
            throw refusal("expected a decimal number or quoted text");
        }
    }

    private Condition.Comparison comparison() {
        skipSpace();
        int start = at;
        while (at < text.length() && SIGNS.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String sign = text.substring(start, at);
        for (Condition.Comparison comparison : Condition.Comparison.values()) {
            if (comparison.sign().equals(sign)) {
                return comparison;
            }
        }
        at = start;
        throw refusal("expected one of == != < <= > >=");
    }

    /** Text in quotes; a backslash takes the next character as it is. */
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
