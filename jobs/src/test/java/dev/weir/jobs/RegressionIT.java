package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests linear models, second moments and counts of texts from a file to rows. Exact answers are compared with the records. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RegressionIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int RECORDS = 2_000;

    private static final String PIPELINE = """
            pipeline: orders
            domain: {name: shop}
            source: {format: csv, time: time, unit: unit}
            privacy: {unit: user-per-day, budget: {epsilon: 4.2, delta: 1e-6}}
            queries:
              - name: q
                key: {field: key, declared: [all]}
                window: {tumbling: 1h}
                release:
                  - regression: spend
                    label: {field: value, range: [0, 1024]}
                    features: [constant, {field: lines, range: [0, 64]}, {field: country, is: GB}]
                    radius: 2
                  - second-moments: products
                    features: [constant, {field: lines, range: [0, 64]}]
                    label: {field: value, range: [0, 1024]}
                    radius: 2
                  - pca: shape
                    components: 2
                    features: [constant, {field: lines, range: [0, 64]}, {field: value, range: [0, 1024]}]
                    radius: 2
                  - correlations: pairs
                    features: [constant, {field: lines, range: [0, 64]}, {field: value, range: [0, 1024]}]
                    radius: 2
                  - {histogram: country, as: countries, values: [GB, FR, DE]}
                spend: {contributions: 1}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private final int[] countries = new int[3];
    private double sumOfLines;
    private double squareOfLines;
    private double linesOfBritish;

    /** Writes records whose values lie on a plane, and one record without a country, which no query uses. */
    private Path input() throws IOException {
        SplittableRandom random = new SplittableRandom(19);
        StringBuilder csv = new StringBuilder("time,unit,key,lines,country,value\n");
        String[] names = {"GB", "FR", "IT"};
        for (int i = 0; i < RECORDS; i++) {
            int lines = random.nextInt(65);
            int country = random.nextInt(3);
            countries[country]++;
            sumOfLines += lines;
            squareOfLines += (double) lines * lines;
            linesOfBritish += country == 0 ? lines : 0;
            int value = 40 + 8 * lines + (country == 0 ? 100 : 0);
            csv.append("2026-01-05T06:00:00Z,u%d,all,%d,%s,%d%n".formatted(i, lines, names[country], value));
        }
        csv.append("2026-01-05T06:00:01Z,lost,all,1,,900\n");
        return Files.writeString(dir.resolve("orders.csv"), csv);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void exact_answers_are_those_of_the_records(String parallelism) throws Exception {
        Path out = Replays.replay(dir, PIPELINE, input(), parallelism);
        JsonNode exact = row(out.resolve("private/exact.jsonl"));
        near(exact.at("/spend/coefficients/constant"), 40, 1e-6);
        near(exact.at("/spend/coefficients/lines"), 8, 1e-8);
        near(exact.at("/spend/coefficients/country=GB"), 100, 1e-6);
        assertThat(exact.at("/products/fields").toString()).isEqualTo("[\"constant\",\"lines\",\"value\"]");
        near(exact.at("/products/moments/0/0"), RECORDS, 1e-9);
        near(exact.at("/products/moments/0/1"), sumOfLines / 32 - RECORDS, 1e-9);
        assertThat(exact.at("/pairs/fields").toString()).isEqualTo("[\"lines\",\"value\"]");
        near(exact.at("/pairs/correlations/0/0"), correlation(), 1e-3);
        near(exact.at("/shape/directions/0/0"), 1, 0.2);
        near(exact.at("/shape/sine95/0"), 0, 0);
        assertThat(exact.at("/countries/counts/0").asInt()).isEqualTo(countries[0]);
        assertThat(exact.at("/countries/counts/1").asInt()).isEqualTo(countries[1]);
        assertThat(exact.at("/countries/counts/2").asInt()).isZero();
        checkReleased(row(out.resolve("released.jsonl")));
        assertThat(Files.readString(out.resolve("private/counters.json"))).contains("\"SCHEMA\":1");
        assertThat(Files.readString(out.resolve("report.html"))).contains("coefficients", "moments", "countries");
    }

    /**
     * The tolerance is from 2 million simulated models of such records, with a little more noise than here (epsilon 3 for three values). 4925 had a
     * coefficient further than 4 of its stated deviations from 8, 242 further than 5, 4 further than 6 and none further than
     * 7. Each further deviation divides the number by 20 or more, so this fails by chance in less than 1e-6 of all runs.
     */
    private void checkReleased(JsonNode released) {
        double error = released.at("/spend/stddev/lines").asDouble();
        assertThat(error).isPositive().isLessThan(1);
        near(released.at("/spend/coefficients/lines"), 8, 7 * error);
        assertThat(released.at("/spend/ridge").asDouble()).isPositive();
        double exactly = correlation();
        assertThat(released.at("/pairs/low95/0/0").asDouble()).isLessThan(exactly);
        assertThat(released.at("/pairs/high95/0/0").asDouble()).isGreaterThan(exactly);
        near(
                released.at("/pairs/correlations/0/0"),
                exactly,
                7 * released.at("/pairs/stddev/0/0").asDouble());
        assertThat(released.at("/shape/eigenvalues")).hasSize(2);
        assertThat(released.at("/shape/error95/0").asDouble()).isPositive();
        double onDiagonal = released.at("/products/stddev/0/0").asDouble();
        near(released.at("/products/stddev/0/1"), onDiagonal / Math.sqrt(2), 1e-3 * onDiagonal);
    }

    /** The correlation of lines and values, of all records that have a country. */
    private double correlation() {
        double mean = sumOfLines / RECORDS;
        double british = (double) countries[0] / RECORDS;
        double ofLines = squareOfLines / RECORDS - mean * mean;
        double both = 8 * ofLines + 100 * (linesOfBritish / RECORDS - mean * british);
        double ofValues =
                64 * ofLines + 1600 * (linesOfBritish / RECORDS - mean * british) + 10_000 * british * (1 - british);
        return both / Math.sqrt(ofLines * ofValues);
    }

    private static void near(JsonNode found, double expected, double tolerance) {
        assertThat(found.asDouble(Double.NaN)).isCloseTo(expected, within(tolerance));
    }

    private static JsonNode row(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(1);
        return JSON.readTree(lines.get(0)).get("values");
    }
}
