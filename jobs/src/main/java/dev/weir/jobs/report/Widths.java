package dev.weir.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.selection.keys.BudgetSplit;
import java.math.BigDecimal;
import java.util.List;

/**
 * How wide noise would be with other budgets, as factors. They are functions of the budget alone: nothing is drawn, and no released
 * value enters.
 *
 * <p>With the same bounds, shares and contributions, what one record may spend is proportional to what the budget affords. The scale of Laplace
 * noise is inverse to what it may spend in epsilon; the variance of Gaussian noise is inverse to what it may spend in half mu squared (Dong,
 * Roth and Su (2022), Gaussian differential privacy). Keys that nobody declared are paid out of delta before, and thresholds are not told. Rounding of scales to whole steps is left out, so factors are approximate.
 */
final class Widths {

    private static final List<String> PARTS = List.of("0.1", "0.25", "0.5", "2", "4", "10");

    private Widths() {}

    /**
     * Returns the factors of other budgets: each has a {@code name} and a {@code factor} of standard deviations. The delta that pays for keys
     * which nobody declared is the same with each of them.
     *
     * @param card the card
     */
    static ArrayNode of(JsonNode card) {
        ArrayNode widths = new ObjectMapper().createArrayNode();
        JsonNode budget = card.get("budget");
        String name = budget.has("rho") ? "rho" : "epsilon";
        Delta keys = keys(card.path("queries"));
        BigDecimal own = budget.get(name).decimalValue();
        Amount now = afforded(budget, own, keys);
        for (String part : PARTS) {
            BigDecimal other = own.multiply(new BigDecimal(part)).stripTrailingZeros();
            double ratio = now.value().doubleValue()
                    / afforded(budget, other, keys).value().doubleValue();
            widths.addObject()
                    .put("name", name + " " + other.toPlainString())
                    .put("factor", now.currency() == Currency.EPSILON ? ratio : Math.sqrt(ratio));
        }
        return widths;
    }

    /** What pays for keys that nobody declared, over all queries. */
    private static Delta keys(JsonNode queries) {
        Delta sum = Delta.ZERO;
        for (JsonNode query : queries) {
            if (query.at("/keys/discovered").asBoolean()) {
                sum = sum.plus(Delta.atMost(query.at("/keys/delta").decimalValue()));
            }
        }
        return sum;
    }

    private static Amount afforded(JsonNode budget, BigDecimal size, Delta keys) {
        Budget whole = budget(budget, size);
        boolean isShared = whole instanceof Budget.Approximate && !keys.equals(Delta.ZERO);
        return QueryPrice.afford(isShared ? BudgetSplit.withoutKeys(whole, least(keys, whole.delta())) : whole);
    }

    /** Sums of a card's numbers may be rounded to a little more than the whole. */
    private static Delta least(Delta keys, Delta whole) {
        return keys.compareTo(whole) > 0 ? whole : keys;
    }

    private static Budget budget(JsonNode budget, BigDecimal size) {
        if (!budget.has("delta")) {
            return new Budget.Pure(size);
        }
        Delta delta = Delta.atMost(budget.get("delta").decimalValue());
        return budget.has("rho") ? new Budget.Concentrated(size, delta) : new Budget.Approximate(size, delta);
    }
}
