package dev.weir.accountant.selection.keys;

import dev.weir.accountant.compose.Golden.Row;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/** Reads rows of {@code golden/keys}, whose {@code README.md} names their source. */
final class KeysGolden {

    private KeysGolden() {}

    static long whole(Row row, String column) {
        return Long.parseLong(row.text(column));
    }

    static Delta delta(Row row, String column) {
        return Delta.atMost(new BigDecimal(row.text(column)));
    }

    static LoneKey lone(Row row, String most) {
        return new LoneKey(whole(row, "pre_threshold"), whole(row, most));
    }

    static Budget rest(Row row) {
        Budget budget = new Budget.Approximate(new BigDecimal(row.text("epsilon")), delta(row, "delta"));
        return BudgetSplit.withoutKeys(budget, delta(row, "discovered_delta"));
    }

    /** The price of the one count of a row of {@code window_thresholds.csv}. */
    static QueryPrice price(Row row) {
        return new QueryPrice(
                QueryPrice.afford(rest(row)),
                whole(row, "contributions"),
                List.of(new QueryPrice.Term(BigInteger.ONE, 1)));
    }

    static WindowThreshold threshold(Row row) {
        Touches touches = new Touches(delta(row, "discovered_delta"), whole(row, "contributions"));
        return WindowThreshold.of(price(row).mechanism(0), lone(row, "records_per_cell"), touches.each());
    }
}
