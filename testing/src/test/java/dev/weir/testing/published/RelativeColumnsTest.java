package dev.weir.testing.published;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RelativeColumnsTest {

    @Test
    void a_value_is_divided_by_the_deviation_of_its_own_row_alone() {
        Map<String, double[]> row = new LinkedHashMap<>();
        row.put("total.value", new double[] {6, 8, 5});
        row.put("total.stddev", new double[] {2, 4, 0});
        row.put("mean.value", new double[] {1, 2, 3});
        Map<String, double[]> added = RelativeColumns.added(row);
        assertThat(added.keySet()).containsExactly("total.value", "total.stddev", "mean.value", "total.value / stddev");
        assertThat(added.get("total.value / stddev")).containsExactly(3, 2, 0);
    }
}
