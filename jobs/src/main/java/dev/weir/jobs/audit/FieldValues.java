package dev.weir.jobs.audit;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.QueryFields.Read;
import dev.weir.jobs.config.where.Condition;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.testing.scenario.Step.Size;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Values of the fields that aggregates and conditions read, by the size that a record is to have. */
record FieldValues(Pipeline pipeline) {

    /** Far beyond every clamp, and of a size that every format can read. */
    private static final String FAR = "1000000000000";

    /** The values that a record of a size is to have, if conditions let it. */
    Map<String, String> wanted(Size size) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int query = 0; query < pipeline.fields().size(); query++) {
            List<Aggregate> aggregates =
                    pipeline.plan().queries().get(query).query().aggregates();
            List<List<Read>> reads = pipeline.fields().get(query).reads();
            IntStream.range(0, aggregates.size())
                    .forEach(
                            i -> addWanted(size, reads.get(i), aggregates.get(i).ends(), values));
        }
        return values;
    }

    private static void addWanted(Size size, List<Read> reads, List<Aggregate.Ends> ends, Map<String, String> values) {
        for (int place = 0; place < reads.size(); place++) {
            values.putIfAbsent(reads.get(place).field(), value(size, reads.get(place), ends, place));
        }
    }

    private static String value(Size size, Read read, List<Aggregate.Ends> ends, int place) {
        if (!read.texts().isEmpty()) {
            return text(size, read.texts());
        }
        return switch (size) {
            case LARGEST -> FAR;
            case SMALLEST -> "-" + FAR;
            case LOW_END -> ends.isEmpty() ? "0" : plain(at(ends, place).low());
            case HIGH_END -> ends.isEmpty() ? "1" : plain(at(ends, place).high());
        };
    }

    private static Aggregate.Ends at(List<Aggregate.Ends> ends, int place) {
        return ends.get(Math.min(place, ends.size() - 1));
    }

    private static String plain(BigDecimal value) {
        return value.toPlainString();
    }

    private static String text(Size size, List<String> texts) {
        return switch (size) {
            case LARGEST -> texts.get(0);
            case SMALLEST -> texts.get(texts.size() - 1);
            case LOW_END -> texts.get(Math.min(1, texts.size() - 1));
            case HIGH_END -> "a text that is not declared";
        };
    }

    /**
     * Values with which conditions may hold: what they compare with, and what is next to it. No condition on keys, times or units
     * is fulfilled by another value of those.
     *
     * @param fixed the fields whose values stay
     */
    Map<String, Set<String>> tries(Set<String> fixed) {
        Map<String, Set<String>> tries = new LinkedHashMap<>();
        pipeline.fields().stream()
                .flatMap(fields -> fields.where().stream())
                .forEach(condition -> addTries(condition, tries));
        tries.keySet().removeAll(fixed);
        return tries;
    }

    private static void addTries(Condition condition, Map<String, Set<String>> tries) {
        if (condition instanceof Condition.Combination combination) {
            combination.parts().forEach(part -> addTries(part, tries));
        } else if (condition instanceof Condition.Comparison comparison) {
            List<BigDecimal> numbers = comparison.number() == null ? List.of() : List.of(comparison.number());
            List<String> texts = comparison.text() == null ? List.of() : List.of(comparison.text());
            add(comparison.field(), numbers, texts, tries);
        } else if (condition instanceof Condition.Membership membership) {
            add(membership.field(), membership.numbers(), membership.texts(), tries);
        }
    }

    private static void add(
            String field, List<BigDecimal> numbers, List<String> texts, Map<String, Set<String>> tries) {
        Set<String> values = tries.computeIfAbsent(field, unseen -> new LinkedHashSet<>());
        List<BigDecimal> near = new ArrayList<>(numbers);
        numbers.forEach(number -> near.addAll(List.of(number.add(BigDecimal.ONE), number.subtract(BigDecimal.ONE))));
        near.forEach(number -> values.add(plain(number)));
        texts.forEach(text -> values.addAll(List.of(text, text + "a", "a")));
    }
}
