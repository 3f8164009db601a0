package dev.weir.jobs.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.aggregate.Estimate;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RowValuesTest {

    private static final List<String> NAMES = List.of("edits", "added", "na\u00efve \"q\"");
    private static final List<Double> DEVIATIONS = List.of(0.0, 16.97, 1e-7, 1.5e22, Double.MAX_VALUE);

    private final JsonLines lines = new JsonLines();

    /** What is kept of the rows before must not show: neither their names nor their deviations, nor that they had more values. */
    @Test
    void a_row_is_written_as_if_no_row_had_been_before_it() {
        RowValues values = new RowValues();
        SplittableRandom random = new SplittableRandom(1);
        for (int row = 0; row < 2000; row++) {
            List<Estimate> estimates = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                estimates.add(estimate(random));
            }
            assertThat(written(values, estimates)).isEqualTo(released(estimates));
        }
    }

    private static Estimate estimate(SplittableRandom random) {
        String name = NAMES.get(random.nextInt(NAMES.size()));
        BigDecimal value = BigDecimal.valueOf(random.nextInt(-999, 999), random.nextInt(3));
        double deviation = DEVIATIONS.get(random.nextInt(DEVIATIONS.size()));
        return switch (random.nextInt(6)) {
            case 0 -> Estimate.of(name, "a text");
            case 1 -> new Estimate(name, Estimate.number(value, deviation));
            case 2 -> new Estimate(name, Map.of("quantiles", List.of(value)));
            default -> Estimate.of(name, value, deviation);
        };
    }

    /** No aggregate has such a deviation; a line must be valid JSON nevertheless. */
    @Test
    void a_deviation_that_is_no_number_of_JSON_is_written_as_a_text() {
        for (double deviation : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            List<Estimate> estimates = List.of(Estimate.of("edits", BigDecimal.ONE, deviation));
            assertThat(written(new RowValues(), estimates))
                    .isEqualTo(released(estimates))
                    .contains("\"stddev\":\"" + deviation + "\"");
        }
    }

    private String written(RowValues values, List<Estimate> estimates) {
        return new String(lines.write(json -> values.write(json, estimates)), StandardCharsets.UTF_8);
    }

    private String released(List<Estimate> estimates) {
        byte[] bytes = lines.write(json -> {
            json.writeStartObject();
            for (Estimate estimate : estimates) {
                json.writeFieldName(estimate.name());
                JsonText.value(json, estimate.released());
            }
            json.writeEndObject();
        });
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
