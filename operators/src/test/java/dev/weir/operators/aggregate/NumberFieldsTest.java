package dev.weir.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NumberFieldsTest {

    @Test
    void the_fields_are_those_of_a_map_in_their_order() {
        for (BigDecimal value : new BigDecimal[] {BigDecimal.ONE, new BigDecimal("-2.50"), null}) {
            for (Double stddev : new Double[] {0.0, 1.5, null}) {
                Map<String, @Nullable Object> fields = new NumberFields(value, stddev);
                Map<String, @Nullable Object> expected = Estimate.number(value, stddev);
                assertThat(fields)
                        .isEqualTo(expected)
                        .hasSameHashCodeAs(expected)
                        .hasToString(expected.toString());
                assertThat(expected).isEqualTo(fields);
                assertThat(fields.get("value")).isEqualTo(value);
                assertThat(fields.get("stddev")).isEqualTo(stddev);
                assertThat(fields.get("other")).isNull();
                assertThat(fields.containsKey("stddev")).isTrue();
                assertThat(new Estimate("n", fields)).isEqualTo(new Estimate("n", expected));
            }
        }
    }

    @Test
    void nobody_can_change_them() {
        Map<String, @Nullable Object> fields = new NumberFields(BigDecimal.ONE, 1.0);
        assertThatThrownBy(() -> fields.put("value", BigDecimal.TEN)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> fields.remove("value")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> fields.entrySet().iterator().next().setValue(1))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
