package dev.weir.operators.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.operators.aggregate.learn.LabelledVector;
import dev.weir.operators.aggregate.learn.LossKind;
import dev.weir.operators.aggregate.learn.PerturbedModel;
import dev.weir.operators.aggregate.learn.PrefixModel;
import dev.weir.operators.aggregate.regression.Feature;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LearningTest {

    /** A record of the tests. */
    record Order(long lines, double value) {}

    private static final PerturbedModel.Settings SETTINGS =
            new PerturbedModel.Settings(LossKind.LOGISTIC, BigDecimal.valueOf(200), 1000);

    @Test
    void a_model_reads_its_features_and_then_the_number_of_its_label() {
        Aggregation<Order> big = Features.<Order>ofConstant()
                .number("lines", Order::lines, 0, 60)
                .within(BigDecimal.valueOf(2))
                .learning("big", Order::value, new BigDecimal("297.5"), SETTINGS);
        LabelledVector records = new LabelledVector(
                List.of(Feature.CONSTANT, new Feature.Ranged("lines", BigDecimal.ZERO, BigDecimal.valueOf(60))),
                BigDecimal.valueOf(2),
                new BigDecimal("297.5"));
        assertThat(big.aggregate()).isEqualTo(new PerturbedModel("big", BigDecimal.ONE, records, SETTINGS));
        assertThat(big.fields())
                .extracting(field -> (Object) field.number().of(new Order(7, 1.5)))
                .containsExactly(7L, 1.5);
    }

    @Test
    void settings_that_cannot_be_trained_with_are_refused() {
        PerturbedModel.Settings weak = new PerturbedModel.Settings(LossKind.HINGE, BigDecimal.ONE, 1_000_000);
        Features<Order> features = Features.ofConstant();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> features.learning("big", Order::value, BigDecimal.ONE, weak))
                .withMessageStartingWith("strength must be larger, or records fewer");
    }

    @Test
    void a_model_of_every_step_is_learnt_with_other_settings() {
        PrefixModel.Settings steps =
                new PrefixModel.Settings(LossKind.HINGE, new BigDecimal("0.01"), BigDecimal.ONE, BigDecimal.TEN, 1000);
        Aggregation<Order> big =
                Features.<Order>ofConstant().learning("big", Order::value, new BigDecimal("297.5"), steps);
        LabelledVector records = new LabelledVector(List.of(Feature.CONSTANT), BigDecimal.ONE, new BigDecimal("297.5"));
        assertThat(big.aggregate()).isEqualTo(new PrefixModel("big", BigDecimal.ONE, records, steps));
    }
}
