package dev.weir.jobs.explain;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Answers what is expected of the values of a plan: how far they may be off. Each aggregate says what that depends on. */
final class Expectations {

    private final Plan plan;

    Expectations(Plan plan) {
        this.plan = plan;
    }

    /** @throws IllegalArgumentException if no query releases a value of a name, a number is out of range, or one is missing */
    List<ExpectedValue> of(List<String> options) {
        Map<String, Map<String, Double>> expected = ExpectOption.read(options, known());
        List<ExpectedValue> answers = new ArrayList<>();
        for (PricedQuery priced : plan.queries()) {
            answer(priced, expected, answers);
        }
        return answers;
    }

    private List<Expectation> known() {
        return plan.queries().stream()
                .flatMap(priced -> priced.query().aggregates().stream())
                .flatMap(aggregate -> aggregate.expectations().stream())
                .toList();
    }

    private static void answer(
            PricedQuery priced, Map<String, Map<String, Double>> expected, List<ExpectedValue> answers) {
        List<Aggregate> aggregates = priced.query().aggregates();
        for (int i = 0; i < aggregates.size(); i++) {
            for (Expectation expectation : aggregates.get(i).expectations()) {
                Map<String, Double> given = expected.get(expectation.name());
                if (given != null) {
                    answers.addAll(answers(priced, i, expectation, given));
                }
            }
        }
    }

    private static List<ExpectedValue> answers(
            PricedQuery priced, int aggregate, Expectation expectation, Map<String, Double> given) {
        ExpectOption.requireWhole(expectation, given);
        AdditiveNoise noise = priced.errorLaw(aggregate, step(priced, expectation.name(), given));
        return expectation.rule().errors(new Expectation.Given(given), noise).stream()
                .map(error -> new ExpectedValue(priced.query().name(), expectation.name(), given, error))
                .toList();
    }

    /** The step at which errors are said: the one of the card, unless another one is asked for. */
    private static long step(PricedQuery priced, String name, Map<String, Double> given) {
        double step = given.getOrDefault(ExpectOption.STEP, (double) priced.plannedSteps());
        if (!(step >= 1 && step <= priced.lastStep() && step == Math.rint(step))) {
            throw new IllegalArgumentException("--expect " + name + ".step: must be a whole number from 1 to "
                    + priced.lastStep() + ", was " + step);
        }
        return (long) step;
    }
}
