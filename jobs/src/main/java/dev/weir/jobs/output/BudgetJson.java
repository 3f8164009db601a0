package dev.weir.jobs.output;

import dev.weir.accountant.privacy.Budget;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes a budget with the field names of a pipeline file. Every output file that states a budget uses this form. */
public final class BudgetJson {

    private BudgetJson() {}

    /**
     * Returns {@code epsilon} alone, or {@code epsilon} and {@code delta}, or {@code rho} and {@code delta}.
     *
     * @param budget the budget
     */
    public static Map<String, Object> fields(Budget budget) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (budget instanceof Budget.Concentrated concentrated) {
            fields.put("rho", concentrated.rho());
        } else if (budget instanceof Budget.Approximate approximate) {
            fields.put("epsilon", approximate.epsilon());
        } else if (budget instanceof Budget.Pure pure) {
            fields.put("epsilon", pure.epsilon());
        }
        if (!(budget instanceof Budget.Pure)) {
            fields.put("delta", budget.delta().value().stripTrailingZeros());
        }
        return fields;
    }
}
