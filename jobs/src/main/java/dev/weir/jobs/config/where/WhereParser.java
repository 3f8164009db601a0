package dev.weir.jobs.config.where;

import dev.weir.jobs.settings.Item;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the conditions of a query by recursive descent, one method for each rule of this grammar:
 *
 * <pre>
 * any   = every {or every}
 * every = term {and term}
 * term  = FIELD (== != &lt; &lt;= &gt; &gt;=) LITERAL
 *       | FIELD [not] in (LITERAL {, LITERAL})
 *       | not term
 *       | (any)
 * </pre>
 *
 * <p>A field whose name has blanks, signs or parentheses is written in backquotes, with each backquote of its own doubled. {@code not} binds before {@code and}, and {@code and} before {@code or}, as in SQL. A word before a comparison sign is
 * read as a field, even if it is also a keyword. The earliest grammar had only the keyword {@code and}; a text that was valid
 * under it keeps its meaning, or is refused if a name in it has half a pair of parentheses.
 */
public final class WhereParser {

    private static final int DEEPEST = 32;

    private final WhereScanner scanner;
    private int depth;

    private WhereParser(String text) {
        scanner = new WhereScanner(text);
    }

    /**
     * Parses the conditions, of which there is at least one; all of them must hold.
     *
     * @param item the text of the conditions
     * @throws IllegalArgumentException with the rule, and the place where the text breaks it
     */
    public static List<Condition> parse(Item item) {
        WhereParser parser = new WhereParser(item.text());
        Condition condition = parser.any();
        parser.require(parser.scanner.isAtEnd(), "expected and, or");
        return condition instanceof Condition.Combination joined && joined.isAll()
                ? joined.parts()
                : List.of(condition);
    }

    private Condition any() {
        List<Condition> parts = new ArrayList<>();
        do {
            parts.add(every());
        } while (scanner.takeWord("or"));
        return Condition.any(parts);
    }

    private Condition every() {
        List<Condition> parts = new ArrayList<>();
        do {
            parts.add(term());
        } while (scanner.takeWord("and"));
        return Condition.all(parts);
    }

    private Condition term() {
        int start = scanner.position();
        String field = scanner.name();
        if (!field.isEmpty() && scanner.isAtSign()) {
            return comparison(field, scanner.relation(), scanner.literal(")"));
        }
        scanner.back(start);
        return scanner.takeWord("not") ? negation() : scanner.take('(') ? group() : membership();
    }

    private static Condition comparison(String field, Relation relation, WhereScanner.Literal literal) {
        return new Condition.Comparison(field, relation, literal.number(), literal.text());
    }

    private void require(boolean isFound, String expected) {
        if (!isFound) {
            throw scanner.refusal(expected);
        }
    }

    private Condition negation() {
        enter();
        Condition negation = term().negation();
        depth--;
        return negation;
    }

    private Condition group() {
        enter();
        Condition condition = any();
        require(scanner.take(')'), "expected and, or, )");
        depth--;
        return condition;
    }

    private void enter() {
        depth++;
        require(depth <= DEEPEST, "expected at most " + DEEPEST + " levels of not and parentheses");
    }

    private Condition membership() {
        int start = scanner.position();
        String field = scanner.name();
        require(!field.isEmpty(), "expected a field");
        boolean isMember = !scanner.takeWord("not");
        if (!scanner.takeWord("in")) {
            String expected = isMember ? "expected one of == != < <= > >= in" : "expected in";
            throw scanner.refusal(expected + scanner.meant(start));
        }
        require(scanner.take('('), "expected (");
        return isOneOf(field, isMember, literals());
    }

    private static Condition isOneOf(String field, boolean isMember, List<WhereScanner.Literal> literals) {
        if (literals.size() == 1) {
            return comparison(field, isMember ? Relation.EQUAL : Relation.NOT_EQUAL, literals.get(0));
        }
        List<BigDecimal> numbers = present(literals.stream().map(WhereScanner.Literal::number));
        List<String> texts = present(literals.stream().map(WhereScanner.Literal::text));
        return new Condition.Membership(field, isMember, numbers, texts);
    }

    private static <T> List<T> present(Stream<@Nullable T> values) {
        return values.filter(Objects::nonNull).toList();
    }

    /** Reads literals of one kind, after an opening parenthesis, up to and including the closing one. */
    private List<WhereScanner.Literal> literals() {
        List<WhereScanner.Literal> literals = new ArrayList<>();
        do {
            literals.add(nextOf(literals));
        } while (scanner.take(','));
        require(scanner.take(')'), "expected , or )");
        return literals;
    }

    /** Reads the next literal, which must be of the same kind as the literals before it. */
    private WhereScanner.Literal nextOf(List<WhereScanner.Literal> before) {
        int start = scanner.position();
        WhereScanner.Literal literal = scanner.literal(",)");
        if (!before.isEmpty() && before.get(0).isText() != literal.isText()) {
            throw scanner.refusal(start, "expected literals that are all numbers or all quoted");
        }
        return literal;
    }
}
