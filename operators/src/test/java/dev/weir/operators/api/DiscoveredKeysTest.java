package dev.weir.operators.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Query;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveredKeysTest {

    private record Sale(String item) {}

    private static UnwindowedQuery<Sale> sales() {
        return new UnkeyedQuery<Sale>("sales", 1, sale -> true)
                .byDiscoveredKey(Sale::item, new BigDecimal("5e-7"), "buyers", 2);
    }

    @Test
    void a_query_by_discovered_keys_touches_at_most_as_many_cells_as_it_contributes_records() {
        Query query = sales().every(Duration.ofDays(1))
                .atMost(20, 1)
                .aggregate(Aggregation.distinctUnits("buyers"))
                .spending(6)
                .query();
        assertThat(query.keys().discovered().orElseThrow().preThreshold()).isEqualTo(2);
        assertThat(query.bounds().cellsPerPeriod()).isEqualTo(6);
    }

    @Test
    void a_running_total_of_discovered_keys_touches_as_many_keys_as_its_bounds_state() {
        Query query = sales().runningTotal(Duration.ofDays(1), 30)
                .atMost(20, 1)
                .aggregate(Aggregation.distinctUnits("buyers"))
                .spending(6)
                .query();
        assertThat(query.bounds().perCell().cellsPerPeriod()).isEqualTo(20);
    }

    @Test
    void sliding_windows_and_running_totals_without_both_bounds_are_refused_each_with_its_own_line() {
        assertThatThrownBy(() -> sales().runningTotal(Duration.ofDays(1), 30)
                        .within(new Bounds.Series(5, Bounds.UNBOUNDED, Bounds.UNBOUNDED, 0))
                        .aggregate(Aggregation.distinctUnits("buyers"))
                        .spending(6)
                        .query())
                .hasMessageContaining("keys-per-period and records-per-key must be stated");
        assertThatThrownBy(() -> sales().sliding(Duration.ofDays(7), Duration.ofDays(1))
                        .atMost(5, 1)
                        .aggregate(Aggregation.count("buyers"))
                        .spending(6)
                        .query())
                .hasMessageContaining("window must not slide where keys are discovered");
    }
}
