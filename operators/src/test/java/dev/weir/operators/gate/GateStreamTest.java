package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.testing.Contributions;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Tests the synthetic stream {@code bounding/events.csv}: 120 records of four users around midnight, some late, some of an
 * undeclared key. The expected tables in the same folder were computed by a Python script of dictionaries, one rule at a
 * time:
 * <ul>
 * <li>{@code keys2-records1-clip100}: hourly, a user's first 2 keys of a window and first record of a cell, values clipped to
 *     0..100;
 * <li>{@code account3}: hourly, a user's first record of a cell, the first 3 cells of a UTC day;
 * <li>{@code unitclamp50}: windows of 7 hours; a user's contribution to a cell within a UTC day is clamped to -20..50.
 * </ul>
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GateStreamTest {

    private static final Queries QUERY = Queries.hourly("q").keys("de", "en", "fr");

    @Test
    void a_window_takes_so_many_keys_and_records_of_a_user_in_their_order() {
        Queries query =
                QUERY.keysPerWindow(2).recordsPerCell(1).count().sum(0, 100).contributions(72);
        assertThat(run(query)).isEqualTo(table("keys2-records1-clip100.csv"));
    }

    @Test
    void the_account_alone_stops_a_user_after_so_many_cells_a_day() {
        Queries query = QUERY.recordsPerCell(1).count().contributions(3);
        assertThat(run(query)).isEqualTo(table("account3.csv"));
    }

    @Test
    void a_users_day_adds_at_most_the_per_unit_clamp_to_a_cell_that_two_days_share() {
        Queries query = QUERY.every(Duration.ofHours(7)).unitSum(-20, 50).contributions(1_000_000);
        assertThat(run(query)).isEqualTo(table("unitclamp50.csv"));
    }

    /** Returns lines of "end,key,totals" in the table's order; cells with only zeros count as absent. */
    private static Map<String, String> run(Queries queries) {
        Plan plan = Plans.daily(queries);
        Query query = plan.queries().get(0).query();
        GateRun run = new GateRun(plan);
        lines("events.csv").forEach(line -> {
            String[] fields = line.split(",", -1);
            int key = query.keys().known().indexOf(fields[2]);
            if (key >= 0) {
                run.add(record(plan, Long.parseLong(fields[0]), fields[1], key, new BigDecimal(fields[3])));
            }
        });
        Map<String, String> table = new TreeMap<>();
        run.totals().forEach((cell, totals) -> {
            String[] parts = cell.split("/", -1);
            table.put(
                    parts[2] + "," + parts[1],
                    totals.stream().map(String::valueOf).collect(Collectors.joining(",")));
        });
        return table;
    }

    private static Contributions record(Plan plan, long time, String unit, int key, BigDecimal value) {
        long[] amounts = plan.queries().get(0).query().aggregates().stream()
                .mapToLong((Aggregate aggregate) -> Contributions.word(aggregate, value))
                .toArray();
        byte[] id = unit.getBytes(StandardCharsets.UTF_8);
        return new Contributions(id, plan.unit().period(time), time, new int[] {0}, new int[] {key}, amounts);
    }

    private static Map<String, String> table(String name) {
        Map<String, String> table = new TreeMap<>();
        for (String line : lines(name)) {
            int second = line.indexOf(',', line.indexOf(',') + 1);
            String totals = line.substring(second + 1);
            if (!totals.replace(",", "").matches("0+")) {
                table.put(line.substring(0, second), totals);
            }
        }
        return table;
    }

    private static List<String> lines(String name) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(GateStreamTest.class.getResourceAsStream("/bounding/" + name)),
                StandardCharsets.UTF_8))) {
            return reader.lines().skip(1).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
