package dev.weir.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.settings.Problems;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each form of the table of docs/sql.md is the setting of a pipeline file beside it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SqlFormsTest {

    private static final String BASE = Scripts.resource("base.sql");

    private static final String YAML = """
            pipeline: rides
            domain: {name: rides}
            source:
              kafka: {brokers: "localhost:9092", topic: rides}
              format: csv
              columns: [ts, rider, zone, kind, fare, tip, km%s]
              time: ts
              unit: rider
            clock: {by: append-time, delay: 5s, max-skew: 1m, idle: 15s}
            privacy: {unit: user-per-day, budget: {epsilon: 1.0, delta: 1e-6}}
            queries:
            """;

    /**
     * A form.
     *
     * @param name what it is about
     * @param statements what follows the private table
     * @param queries the queries of the pipeline file
     */
    record Form(String name, String statements, String[] queries) {

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Form> forms() {
        return Arrays.stream(Scripts.resource("forms.txt").split("\n\n", -1)).map(text -> {
            String[] parts = text.strip().split("\n-> ", -1);
            String[] said = parts[0].split("\n", 2);
            return new Form(said[0], said[1], Arrays.copyOfRange(parts, 1, parts.length));
        });
    }

    @ParameterizedTest
    @MethodSource("forms")
    void a_form_is_the_setting_beside_it(Form form) {
        boolean isOfPairs = form.statements().contains("TABLE pairs");
        StringBuilder yaml = new StringBuilder(YAML.formatted(isOfPairs ? ", district, key" : ""));
        IntStream.range(0, form.queries().length)
                .forEach(i -> yaml.append("  - ").append(query(form.queries()[i], "vw".substring(i, i + 1))));
        String base =
                isOfPairs ? BASE.replace("km DECIMAL(10, 2)", "km DECIMAL(10, 2), district STRING, key STRING") : BASE;
        Pipeline said = Scripts.read(base + form.statements());
        Pipeline stated = Scripts.pipeline(Scripts.tree(".yaml", new Problems(), yaml.toString()), new Problems());
        assertThat(said.fields()).isEqualTo(stated.fields());
        assertThat(Scripts.fingerprints(said)).isEqualTo(Scripts.fingerprints(stated));
        assertThat(Scripts.card(said)).isEqualTo(Scripts.card(stated));
    }

    private static String query(String text, String name) {
        String spend = text.contains("spend:") ? "" : ", spend: {contributions: 2}";
        return text.replaceFirst("\\{", "{name: " + name + ", ").replaceFirst("}$", spend + "}") + "\n";
    }

    @Test
    void releases_are_inserted_together_or_one_by_one() {
        String views = forms().filter(form -> form.name().startsWith("units"))
                        .findFirst()
                        .orElseThrow()
                        .statements()
                + ";\nCREATE TABLE released (x STRING) WITH ('connector' = 'kafka', 'topic' = 'out', 'format' = 'json');\n";
        String one = "INSERT INTO released SELECT * FROM v;\n";
        String other = "INSERT INTO released SELECT * FROM w;\n";
        Pipeline apart = Scripts.read(BASE + views + one + other);
        Pipeline together = Scripts.read(BASE + views + "EXECUTE STATEMENT SET BEGIN\n" + one + other + "END");
        assertThat(apart.sink()).isEqualTo(together.sink());
        assertThat(apart.sink().toString()).contains("out");
    }
}
