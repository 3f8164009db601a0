package dev.weir.operators.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Scalar.PostProcessing;
import dev.weir.operators.aggregate.Sum;
import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AggregationTest {

    @Test
    void post_processing_is_added_and_nothing_else_changes() {
        Aggregation<Long> sum = Aggregation.<Long>sum("spent", spent -> spent, Clamp.clamp(0, 9))
                .nonNegative()
                .weighing(3)
                .monotone();
        assertThat(sum.aggregate())
                .isEqualTo(new Sum(
                        "spent",
                        BigDecimal.valueOf(3),
                        BigDecimal.ONE,
                        new Sum.Range(0, 9),
                        null,
                        new PostProcessing(true, true)));
        assertThat(sum.fields()).hasSize(1);
        assertThat(Aggregation.count("visits").monotone().aggregate())
                .isEqualTo(new Count("visits", BigDecimal.ONE, new PostProcessing(true, false)));
        assertThat(Aggregation.count("visits").aggregate()).isEqualTo(new Count("visits", BigDecimal.ONE));
    }
}
