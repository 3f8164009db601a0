package dev.weir.jobs.explain;

import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.expect.ExpectedError;
import dev.weir.operators.query.PricedQuery;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A released value of one query, with the facts that the user expects of it. If the number of a fact breaks a rule, the rule is
 * kept instead of the number.
 */
final class AskedValue {

    /** The name of the fact that selects the step of a series for which errors are computed. */
    static final String STEP = "step";

    private final PricedQuery priced;
    private final int aggregate;
    private final Expectation expectation;
    private final boolean isShared;
    private final Map<String, Double> facts = new LinkedHashMap<>();
    private String broken = "";

    /**
     * Creates a value without expected facts.
     *
     * @param aggregate the number of the aggregate that releases the value, from 0
     * @param isShared whether another query releases a value with this name
     */
    AskedValue(PricedQuery priced, int aggregate, Expectation expectation, boolean isShared) {
        this.priced = priced;
        this.aggregate = aggregate;
        this.expectation = expectation;
        this.isShared = isShared;
    }

    String query() {
        return priced.query().name();
    }

    String name() {
        return expectation.name();
    }

    String fullName() {
        return query() + "." + name();
    }

    /** Whether a name refers to this value, or to several values of which this is one. */
    boolean isCalled(String name) {
        return name.equals(name()) || name.equals(fullName());
    }

    /** The shortest name that refers to this value alone. */
    private String ownName() {
        return isShared ? fullName() : name();
    }

    List<Expectation.Fact> facts() {
        return expectation.facts();
    }

    Optional<Expectation.Fact> fact(String name) {
        return facts().stream().filter(fact -> fact.name().equals(name)).findFirst();
    }

    /** Whether the user may state this fact about the value. The step may always be stated. */
    boolean takes(String fact) {
        return fact.equals(STEP) || fact(fact).isPresent();
    }

    /** The rule that a number breaks as the value of a fact; empty if the number breaks no rule. */
    Optional<String> brokenBy(String fact, double number) {
        if (fact.equals(STEP)) {
            boolean isStep = number >= 1 && number <= priced.lastStep() && number == Math.rint(number);
            return isStep
                    ? Optional.empty()
                    : Optional.of("must be a whole number from 1 to " + priced.lastStep() + ", was " + number);
        }
        return fact(fact).flatMap(known -> known.brokenBy(number));
    }

    /** Keeps the number of a fact. If the number breaks a rule, keeps the rule instead. */
    void put(String fact, double number) {
        brokenBy(fact, number)
                .ifPresentOrElse(
                        rule -> broken = fact.equals(Expectation.SIZE) ? rule : fact + " " + rule,
                        () -> facts.put(fact, number));
    }

    boolean isAsked() {
        return !facts.isEmpty() || !broken.isEmpty();
    }

    /** The reason why no error can be computed, in words that follow the value's name; empty if an error can be computed. */
    Optional<String> problem() {
        if (!priced.hasErrorLaw()) {
            return Optional.of("has rows of several levels, whose errors differ: the card says those of each level");
        }
        return broken.isEmpty() ? missing() : Optional.of(broken);
    }

    private Optional<String> missing() {
        for (int i = 0; i < facts().size(); i++) {
            Expectation.Fact fact = facts().get(i);
            if (fact.isNeeded() && !facts.containsKey(fact.name())) {
                String write = i == 0
                        ? ownName() + "=NUMBER"
                        : ownName() + "." + fact.name() + "=NUMBER"
                                + (i == 1 ? ", or " + ownName() + "=SIZE@NUMBER" : "");
                return Optional.of(fact.words() + " must be said too: --expect " + write);
            }
        }
        return Optional.empty();
    }

    /**
     * The errors of the value under the expected facts, at the step that the user asked for, or else at the step of the
     * card.
     */
    List<ExpectedValue> errors() {
        long step = facts.getOrDefault(STEP, (double) priced.plannedSteps()).longValue();
        return expectation.rule().errors(new Expectation.Given(facts), priced.errorLaw(aggregate, step)).stream()
                .map(error -> new ExpectedValue(query(), name(), facts, error))
                .toList();
    }

    /**
     * The answer that no error can be computed.
     *
     * @param why the reason, in words that follow the value's name
     */
    ExpectedValue unanswered(String why) {
        return new ExpectedValue(query(), name(), facts, new ExpectedError.None(why));
    }
}
