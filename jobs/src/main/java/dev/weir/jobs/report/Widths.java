package dev.weir.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import java.math.BigDecimal;
import java.util.List;

/**
 * How wide noise would be with other budgets, as factors. They are functions of the budget alone: nothing is drawn, and no released
 * value enters.
 *
 * <p>With the same bounds, shares and contributions, what one record may spend is proportional to what the budget affords. The scale of Laplace
 * noise is inverse to what it may spend in epsilon; the variance of Gaussian noise is inverse to what it may spend in half mu squared (Dong,
 * Roth and Su (2022), Gaussian differential privacy). Rounding of scales to whole steps is left out, so factors are approximate.
 */
final class Widths {

    private static final List<String> PARTS = List.of("0.1", "0.25", "0.5", "2", "4", "10");

    private Widths() {}

    /**
     * Returns the factors of other budgets: each has a {@code name} and a {@code factor} of standard deviations.
     *
     * @param budget the budget in the card
     */
    static ArrayNode of(JsonNode budget) {
        ArrayNode widths = new ObjectMapper().createArrayNode();
        String name = budget.has("rho") ? "rho" : "epsilon";
        BigDecimal own = budget.get(name).decimalValue();
        double now = afforded(budget, own);
        for (String part : PARTS) {
            BigDecimal other = own.multiply(new BigDecimal(part)).stripTrailingZeros();
            double ratio = now / afforded(budget, other);
            widths.addObject()
                    .put("name", name + " " + other.toPlainString())
                    .put("factor", budget.has("delta") ? Math.sqrt(ratio) : ratio);
        }
        return widths;
    }

    private static double afforded(JsonNode budget, BigDecimal size) {
        return QueryPrice.afford(budget(budget, size)).value().doubleValue();
    }

    private static Budget budget(JsonNode budget, BigDecimal size) {
        if (!budget.has("delta")) {
            return new Budget.Pure(size);
        }
        Delta delta = Delta.atMost(budget.get("delta").decimalValue());
        return budget.has("rho") ? new Budget.Concentrated(size, delta) : new Budget.Approximate(size, delta);
    }
}
