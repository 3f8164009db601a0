package dev.weir.jobs.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.where.Condition;
import dev.weir.jobs.config.where.Relation;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests conditions on the columns {@code value} and {@code robot} of the sample pipeline. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FilterTest {

    private static final Condition ROBOT = SamplePipelines.number("robot", Relation.EQUAL, "1");
    private static final Condition VALUE = SamplePipelines.text("value", Relation.EQUAL, "x");

    /** Fields of records: missing, numbers, and other texts. */
    private static final List<String> FIELDS = List.of("", "0", "1", "1.0", "2e0", "x", "y", "\u00fc", "1x");

    private static boolean passes(Condition condition, String value, String robot) {
        Pipeline pipeline = SamplePipelines.csv(condition);
        FieldNumbers numbers = new FieldNumbers(pipeline.readFields());
        Fields fields = new Fields(numbers.count());
        byte[] line = ("0,u,k," + value + "," + robot).getBytes(StandardCharsets.UTF_8);
        assertThat(pipeline.source().format().splitter(numbers).split(line, fields))
                .isNull();
        return new Filter(condition, numbers).passes(fields);
    }

    @ParameterizedTest
    @CsvSource({
        "x, 1, true, true",
        "x, 0, true, false",
        "y, 1, true, false",
        "y, 0, false, false",
        "'', 1, false, false",
        "x, '', false, false",
        "x, none, false, false"
    })
    void a_record_that_lacks_a_field_passes_neither_or_nor_and(String value, String robot, boolean any, boolean all) {
        assertThat(passes(Condition.any(List.of(ROBOT, VALUE)), value, robot)).isEqualTo(any);
        assertThat(passes(Condition.all(List.of(ROBOT, VALUE)), value, robot)).isEqualTo(all);
    }

    @Test
    void nothing_passes_both_a_condition_and_its_negation_and_what_has_the_fields_passes_one() {
        Condition any = Condition.any(List.of(ROBOT, VALUE));
        assertThat(passes(any.negation(), "y", "0")).isTrue();
        assertThat(passes(any.negation(), "x", "0")).isFalse();
        assertThat(passes(any.negation(), "y", "none")).isFalse();
        assertThat(passes(any.negation(), "y", "")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"1, true", "1.00, true", "-3e0, true", "1e400, false", "2, false", "x, false", "'', false"})
    void numbers_of_a_list_are_found_by_value(String robot, boolean found) {
        List<BigDecimal> numbers = List.of(BigDecimal.TEN, BigDecimal.ONE, new BigDecimal("-3.0"));
        Condition list = new Condition.Membership("robot", true, numbers, List.of());
        assertThat(passes(list, "x", robot)).isEqualTo(found);
        boolean isNumber = !robot.isEmpty() && !robot.equals("x");
        assertThat(passes(list.negation(), "x", robot)).isEqualTo(isNumber && !found);
    }

    @Test
    void every_text_of_a_long_list_is_found_and_no_other() {
        List<String> texts = new ArrayList<>();
        for (int point = 0x20; point < 0x20000; point += 97) {
            boolean isText = point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE;
            texts.add(isText ? "t" + Character.toString(point) : "t" + point);
        }
        Condition list = new Condition.Membership("value", true, List.of(), texts);
        for (String text : texts.subList(2, texts.size())) {
            assertThat(passes(list, text, "")).isTrue();
            assertThat(passes(list, text + "!", "")).isFalse();
        }
    }

    /** Compares 20 000 random conditions with the definition: every named field can be read, and the formula holds. */
    @RepeatedTest(20)
    void a_filter_decides_as_the_definition_does(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        for (int i = 0; i < 1000; i++) {
            Condition condition = condition(random, 3);
            String value = FIELDS.get(random.nextInt(FIELDS.size()));
            String robot = FIELDS.get(random.nextInt(FIELDS.size()));
            boolean readable = isReadable(condition, value, robot);
            boolean holds = readable && holds(condition, value, robot);
            assertThat(passes(condition, value, robot)).as("%s", condition).isEqualTo(holds);
            assertThat(passes(condition.negation(), value, robot)).isEqualTo(readable && !holds);
        }
    }

    private static Condition condition(SplittableRandom random, int depth) {
        String field = random.nextBoolean() ? "value" : "robot";
        int kind = random.nextInt(depth == 0 ? 3 : 5);
        if (kind > 2) {
            List<Condition> parts =
                    List.of(condition(random, depth - 1), condition(random, depth - 1), condition(random, depth - 1));
            return kind == 3 ? Condition.all(parts) : Condition.any(parts);
        }
        boolean isNumber = random.nextBoolean();
        if (kind == 2) {
            List<BigDecimal> numbers = isNumber ? List.of(BigDecimal.ONE, BigDecimal.ZERO) : List.of();
            return new Condition.Membership(
                    field, random.nextBoolean(), numbers, isNumber ? List.of() : List.of("x", "\u00fc", "1"));
        }
        Relation relation = List.of(Relation.values()).get(random.nextInt(6));
        return isNumber
                ? SamplePipelines.number(field, relation, "1")
                : SamplePipelines.text(field, relation, FIELDS.get(1 + random.nextInt(FIELDS.size() - 1)));
    }

    private static boolean isReadable(Condition condition, String value, String robot) {
        if (condition instanceof Condition.Combination joined) {
            return joined.parts().stream().allMatch(part -> isReadable(part, value, robot));
        }
        String text = condition.fields().findFirst().orElseThrow().equals("value") ? value : robot;
        boolean isNumber = condition instanceof Condition.Membership list
                ? list.texts().isEmpty()
                : ((Condition.Comparison) condition).text() == null;
        return !text.isEmpty() && (!isNumber || text.matches("[0-9.e]+"));
    }

    private static boolean holds(Condition condition, String value, String robot) {
        if (condition instanceof Condition.Combination joined) {
            Stream<Boolean> truths = joined.parts().stream().map(part -> holds(part, value, robot));
            return joined.isAll() ? truths.allMatch(truth -> truth) : truths.anyMatch(truth -> truth);
        }
        String text = condition.fields().findFirst().orElseThrow().equals("value") ? value : robot;
        if (condition instanceof Condition.Membership list) {
            boolean found = list.texts().contains(text)
                    || list.numbers().stream().anyMatch(number -> number.compareTo(new BigDecimal(text)) == 0);
            return found == list.isMember();
        }
        Condition.Comparison one = (Condition.Comparison) condition;
        BigDecimal number = one.number();
        String literal = one.text();
        int order = number != null
                ? new BigDecimal(text).compareTo(number)
                : text.compareTo(literal == null ? "" : literal);
        return one.relation().holds(order);
    }
}
