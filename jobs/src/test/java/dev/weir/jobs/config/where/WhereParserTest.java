package dev.weir.jobs.config.where;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Origin;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WhereParserTest {

    private static List<Condition> parse(String text) {
        return WhereParser.parse(Item.scalar(new Origin("p.yaml", 1), text, true));
    }

    /**
     * Returns the parsed conditions in brackets: {@code &} joins parts that must all hold, {@code |} parts of which any must
     * hold.
     */
    private static String tree(String text) {
        return joined(parse(text), " & ");
    }

    private static String joined(List<Condition> parts, String sign) {
        return parts.stream().map(WhereParserTest::tree).collect(Collectors.joining(sign));
    }

    private static String tree(Condition condition) {
        if (condition instanceof Condition.Combination joined) {
            return "[" + joined(joined.parts(), joined.isAll() ? " & " : " | ") + "]";
        }
        if (condition instanceof Condition.Membership list) {
            return list.field() + (list.isMember() ? " in " : " not in ") + list.numbers() + list.texts();
        }
        Condition.Comparison one = (Condition.Comparison) condition;
        BigDecimal number = one.number();
        return one.field() + one.relation().sign() + (number == null ? "'" + one.text() + "'" : number);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '\0', textBlock = """
            a == 1                               ~ a==1
            a == 1 and b != 'x' and c < 2        ~ a==1 & b!='x' & c<2
            a == 1 or b == 2                     ~ [a==1 | b==2]
            a == 1 or b == 2 and c == 3          ~ [a==1 | [b==2 & c==3]]
            a == 1 and b == 2 or c == 3          ~ [[a==1 & b==2] | c==3]
            (a == 1 or b == 2) and c == 3        ~ [a==1 | b==2] & c==3
            a == 1 and (b == 2 and c == 3)       ~ a==1 & b==2 & c==3
            a == 1 or (b == 2 or c == 3)         ~ [a==1 | b==2 | c==3]
            ((a == 1))                           ~ a==1
            not a == 1 and b == 2                ~ a!=1 & b==2
            not (a == 1 and b == 2)              ~ [a!=1 | b!=2]
            not (a == 1 or b < 2)                ~ a!=1 & b>=2
            not not a <= 1                       ~ a<=1
            not(a > 1)                           ~ a<=1
            a in (1, 2.50, 'x) or')              ~ !expected literals that are all numbers or all quoted at character 16
            a in ('y', "x) or", 'y')             ~ a in [][x) or, y]
            a in(3,-1,3.0)and b == 1             ~ a in [-1, 3][] & b==1
            a not in (1, 2)                      ~ a not in [1, 2][]
            not a in (1, 2)                      ~ a not in [1, 2][]
            not (a in (1, 2) and b not in (3))   ~ [a not in [1, 2][] | b==3]
            a in (1)                             ~ a==1
            A == 1 AND B == 2 Or NOT c IN (1, 2) ~ [[A==1 & B==2] | c not in [1, 2][]]
            """)
    void not_binds_before_and_and_before_or(String text, String expected) {
        if (expected.startsWith("!")) {
            assertThatThrownBy(() -> parse(text)).hasMessageContaining(expected.substring(1));
        } else {
            assertThat(tree(text)).isEqualTo(expected);
        }
    }

    /** In the former grammar {@code and} was the only keyword, and a field was any word before a comparison sign. */
    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '\0', textBlock = """
            not == 1 and or == 2 and in == 3 ~ not==1 & or==2 & in==3
            a == 1 and and == 2              ~ a==1 & and==2
            price(EUR) > 1                   ~ price(EUR)>1
            not(x) == 1                      ~ not(x)==1
            (x)y == 1                        ~ (x)y==1
            a,b == 'it\\'s'and c==1          ~ a,b=='it's' & c==1
            page == "in ('x') or not"        ~ page=='in ('x') or not'
            """)
    void a_word_before_a_sign_is_a_field_as_it_always_was(String text, String expected) {
        assertThat(tree(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '\0', textBlock = """
            `price (EUR)` > 1                  ~ price (EUR)>1
            `price (EUR)`>1 and not `a b` in (1) ~ price (EUR)>1 & a b!=1
            `a``b` == 1                        ~ a`b==1
            ```` == 1                          ~ `==1
            `not` == 1 or (`a == b` in (1, 2)) ~ [not==1 | a == b in [1, 2][]]
            a`b == 1                           ~ a`b==1
            """)
    void a_name_in_backquotes_may_hold_anything(String text, String expected) {
        assertThat(tree(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '\0', textBlock = """
            a = 1                ~ expected one of == != < <= > >= at character 3
            a                    ~ expected one of == != < <= > >= in at character 2
            a b                  ~ expected one of == != < <= > >= in at character 3
            a not == 1           ~ expected in (did you mean `a not`?) at character 7
            a == x               ~ expected a decimal number or quoted text at character 6
            a == 1,5             ~ expected a decimal number or quoted text at character 6
            a ==                 ~ expected a literal at character 5
            a == 'x              ~ expected a closing quote at character 8
            a == 1 b == 2        ~ expected and, or at character 8
            a == 1 and           ~ expected a field at character 11
            a == 1 or or b == 2  ~ expected one of == != < <= > >= in at character 14
            not                  ~ expected a field at character 4
            (a == 1              ~ expected and, or, ) at character 8
            a == 1)              ~ expected and, or at character 7
            ()                   ~ expected a field at character 2
            a in                 ~ expected ( at character 5
            a in 1               ~ expected ( at character 6
            a in ()              ~ expected a decimal number or quoted text at character 7
            a in (1, )           ~ expected a decimal number or quoted text at character 10
            a in (1 2)           ~ expected , or ) at character 9
            a in (1              ~ expected , or ) at character 8
            a) == 1              ~ expected one of == != < <= > >= in (did you mean `a)`?) at character 2
            a == 1 and b (c) > 2 ~ expected one of == != < <= > >= in (did you mean `b (c)`?) at character 14
            `a == 1              ~ expected a closing backquote at character 1
            `a``                 ~ expected a closing backquote at character 1
            `` == 1              ~ expected a field between the backquotes at character 1
            `a b`                ~ expected one of == != < <= > >= in at character 6
            """)
    void what_departs_from_the_rule_is_told_by_its_place(String text, String expected) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be FIELD (== != < <= > >=) LITERAL or FIELD in (LITERAL, ...), joined by and, or,"
                        + " not and parentheses: " + expected + ", was " + text);
    }

    @Test
    void nesting_and_length_have_ends() {
        assertThat(tree("(".repeat(32) + "a == 1" + ")".repeat(32))).isEqualTo("a==1");
        assertThat(tree("not ".repeat(32) + "a == 1")).isEqualTo("a==1");
        assertThatThrownBy(() -> parse("(".repeat(33) + "a == 1" + ")".repeat(33)))
                .hasMessageContaining("expected at most 32 levels of not and parentheses at character 34");
        assertThatThrownBy(() -> parse("not ".repeat(33) + "a == 1"))
                .hasMessageContaining("expected at most 32 levels of not and parentheses");
        assertThat(parse("a == 1 and ".repeat(5_957) + "a == 1234")).hasSize(5_958);
        assertThatThrownBy(() -> parse("a == 1 and ".repeat(5_957) + "a == 12345"))
                .hasMessageEndingWith("expected at most 65536 characters, was 65537 characters");
    }
}
