package dev.weir.jobs.output;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.selection.keys.BudgetSplit;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes a budget with the field names of a pipeline file. Every output file that states a budget uses this form. */
public final class BudgetJson {

    /** The field with the part of a domain's &delta; that pays for discovered keys. */
    public static final String FOR_KEYS = "delta-for-keys";

    private BudgetJson() {}

    /**
     * Returns the fields of a domain's budget, and {@code delta-for-keys} if a part of its &delta; pays for discovered keys.
     *
     * @param domain the budget of a domain
     */
    public static Map<String, Object> fields(BudgetSplit domain) {
        Map<String, Object> fields = fields(domain.whole());
        if (!domain.keys().equals(Delta.ZERO)) {
            fields.put(FOR_KEYS, domain.keys().value().stripTrailingZeros());
        }
        return fields;
    }

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
