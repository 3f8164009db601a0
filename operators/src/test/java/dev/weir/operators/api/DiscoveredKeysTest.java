package dev.weir.operators.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    void running_totals_and_sliding_windows_of_discovered_keys_are_refused_each_with_its_own_line() {
        assertThatThrownBy(() -> sales().runningTotal(Duration.ofDays(1), 30)
                        .atMost(5, 1)
                        .aggregate(Aggregation.distinctUnits("buyers"))
                        .spending(6)
                        .query())
                .hasMessageContaining("running totals of such keys are not built");
        assertThatThrownBy(() -> sales().sliding(Duration.ofDays(7), Duration.ofDays(1))
                        .atMost(5, 1)
                        .aggregate(Aggregation.count("buyers"))
                        .spending(6)
                        .query())
                .hasMessageContaining("window must not slide where keys are discovered");
    }
}
