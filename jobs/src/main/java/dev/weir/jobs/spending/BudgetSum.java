package dev.weir.jobs.spending;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The exact sum of stated budgets, by basic composition. Epsilons and deltas are added. For budgets stated in &rho; only the
 * rhos are added, because the delta of such a budget is the one at which its epsilon is reported, and is not a loss.
 *
 * @param epsilon the sum of the epsilons, at least 0
 * @param delta the sum of the deltas of the budgets that are stated in epsilon and delta, and of the deltas for keys of the others, at most 1
 * @param rho the sum of the rhos, at least 0
 */
public record BudgetSum(BigDecimal epsilon, Delta delta, BigDecimal rho) {

    static final BudgetSum NOTHING = new BudgetSum(BigDecimal.ZERO, Delta.ZERO, BigDecimal.ZERO);

    static BudgetSum of(Budget budget) {
        return NOTHING.plus(budget);
    }

    BudgetSum plus(Budget budget) {
        if (budget instanceof Budget.Concentrated concentrated) {
            return new BudgetSum(epsilon, delta, rho.add(concentrated.rho()));
        }
        BigDecimal more = budget instanceof Budget.Approximate approximate
                ? approximate.epsilon()
                : ((Budget.Pure) budget).epsilon();
        return new BudgetSum(epsilon.add(more), delta.plus(budget.delta()), rho);
    }

    /**
     * Returns this sum with another budget.
     *
     * @param keys the part of the budget's delta that pays for keys; the delta of a budget in rho is no loss but for this part
     */
    BudgetSum plus(Budget budget, Delta keys) {
        BudgetSum sum = plus(budget);
        return budget instanceof Budget.Concentrated ? new BudgetSum(sum.epsilon, sum.delta.plus(keys), sum.rho) : sum;
    }

    /**
     * Returns a bound on this sum and on another one: of each part the larger value. Sums with parts of several privacy notions
     * cannot be compared as a whole.
     */
    BudgetSum max(BudgetSum other) {
        return new BudgetSum(
                epsilon.max(other.epsilon), delta.compareTo(other.delta) > 0 ? delta : other.delta, rho.max(other.rho));
    }

    /** Returns the parts that are not 0, by their names. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        put("epsilon", epsilon, fields);
        put("delta", delta.value(), fields);
        put("rho", rho, fields);
        return fields;
    }

    private static void put(String name, BigDecimal value, Map<String, Object> fields) {
        if (value.signum() > 0) {
            fields.put(name, plain(value));
        }
    }

    private static BigDecimal plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    /** Returns the parts that are not 0 as text, such as {@code epsilon 2, delta 0.000002}. */
    @Override
    public String toString() {
        List<String> words = new ArrayList<>();
        fields().forEach((name, value) -> words.add(name + " " + value));
        return String.join(", ", words);
    }
}
