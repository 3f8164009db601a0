package dev.weir.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.where.Condition;
import dev.weir.jobs.settings.InvalidPipeline;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Statements of many levels and long chains are read, or refused in one line. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DeepScriptsTest {

    private static final String BASE = Scripts.resource("base.sql");

    /** The numbers of levels: more than a pipeline file's condition may have, more than a statement may have, more than the parser can read. */
    private static final List<Integer> LEVELS = List.of(40, 300, 4000);

    private static String view(String item, String condition, String group) {
        return BASE + "CREATE VIEW hourly AS SELECT /*+ OPTIONS('contributions' = '2') */ " + item
                + " AS n FROM TABLE(TUMBLE(TABLE rides, DESCRIPTOR(ts), INTERVAL '1' HOUR)) WHERE " + condition
                + "zone IN ('a') GROUP BY " + group + "window_start, window_end, zone";
    }

    static Stream<String> nested() {
        return LEVELS.stream()
                .flatMap(n -> Stream.of(
                        view("COUNT(*)", "(".repeat(n) + "fare > 1" + ")".repeat(n) + " AND ", ""),
                        view(
                                "COUNT(*)",
                                "(".repeat(n) + "fare > 1" + " AND km > 1) OR km > 2)".repeat(n / 2) + " AND ",
                                ""),
                        view("COUNT(*)", "NOT ".repeat(n) + "fare > 1 AND ", ""),
                        view("COUNT(*)", "fare > " + "- ".repeat(n) + "1 AND ", ""),
                        view("COUNT(*)", "fare > 1" + " + 1".repeat(n) + " AND ", ""),
                        view("COUNT(*)", "(fare > 1" + " OR km > 1".repeat(n) + ") AND ", ""),
                        view("COUNT(*)", "zone IN (".repeat(n) + "'a'" + ")".repeat(n) + " AND ", ""),
                        view("COUNT(*)", "", "(".repeat(n) + "kind" + ")".repeat(n) + ", "),
                        view("COUNT(*)", "", "GROUPING SETS (".repeat(n) + "kind" + ")".repeat(n) + ", "),
                        view("SUM(".repeat(n) + "fare" + ")".repeat(n), "", ""),
                        view("CASE WHEN 1 = 1 THEN ".repeat(n) + "1" + " END".repeat(n), "", ""),
                        view("PERCENTILE(CLAMP(fare, 0, 1), " + "ARRAY[".repeat(n) + "1" + "]".repeat(n) + ")", "", ""),
                        BASE + "CREATE VIEW v AS SELECT * FROM rides" + " UNION SELECT * FROM rides".repeat(n),
                        BASE + "CREATE VIEW v AS SELECT * FROM rides" + " JOIN rides ON a = b".repeat(n),
                        BASE.replace("zone STRING", "zone " + "ROW<a ".repeat(n) + "STRING" + ">".repeat(n)),
                        BASE.replace("SOURCE_WATERMARK()", "ts" + " - INTERVAL '1' SECOND".repeat(n))));
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("nested")
    void no_depth_ends_in_an_exception_of_another_kind(String script) {
        List<String> problems = List.of();
        try {
            assertThat(Scripts.read(script).plan().queries()).hasSize(1);
        } catch (InvalidPipeline refused) {
            problems = refused.problems();
        }
        assertThat(problems).allMatch(line -> line.matches("a\\.sql:\\d+: [^\\n]+: [^\\n]+"));
    }

    @Test
    void a_chain_of_a_thousand_conditions_is_read_in_its_order() {
        StringBuilder chain = new StringBuilder("(fare > 0");
        for (int i = 1; i < 1000; i++) {
            chain.append(" OR fare > ").append(i);
        }
        String script = view("COUNT(*)", chain + ") AND " + "km > 1 AND ".repeat(999), "");
        List<Condition> conditions = Scripts.read(script).fields().get(0).where();
        assertThat(conditions).hasSize(1000);
        assertThat(conditions.get(0)).isInstanceOfSatisfying(Condition.Combination.class, any -> assertThat(any.parts())
                .hasSize(1000)
                .element(17)
                .asString()
                .contains("number=17"));
    }
}
