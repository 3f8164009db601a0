package dev.weir.jobs.explain;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Computes the errors of a plan's values under the facts that a user expects. Each aggregate defines the facts on which
 * its errors depend.
 */
final class Expectations {

    private final Plan plan;

    Expectations(Plan plan) {
        this.plan = plan;
    }

    /**
     * Returns the errors, query by query. If a name refers to values of several queries, at least one of these values
     * must have all facts that its error needs; the answers for the other values state which facts are missing.
     *
     * @throws IllegalArgumentException if no query releases a value of a given name, or a number is out of range or
     *     missing
     */
    List<ExpectedValue> of(List<String> options) {
        List<AskedValue> values = values();
        List<ExpectOption.Named> named = options.stream()
                .map(option -> ExpectOption.read(option, values))
                .toList();
        named.forEach(ExpectOption.Named::requireAnswer);
        return values.stream()
                .filter(AskedValue::isAsked)
                .flatMap(value -> answers(value).stream())
                .toList();
    }

    private static List<ExpectedValue> answers(AskedValue value) {
        Optional<String> problem = value.problem();
        return problem.isEmpty() ? value.errors() : List.of(value.unanswered(problem.get()));
    }

    private List<AskedValue> values() {
        List<AskedValue> values = new ArrayList<>();
        for (PricedQuery priced : plan.queries()) {
            List<Aggregate> aggregates = priced.query().aggregates();
            IntStream.range(0, aggregates.size()).forEach(i -> aggregates.get(i).expectations().stream()
                    .map(known -> new AskedValue(priced, i, known, isShared(known.name())))
                    .forEach(values::add));
        }
        return values;
    }

    private boolean isShared(String name) {
        return plan.queries().stream()
                        .flatMap(priced -> priced.query().aggregates().stream())
                        .flatMap(aggregate -> aggregate.expectations().stream())
                        .filter(expectation -> expectation.name().equals(name))
                        .count()
                > 1;
    }
}
