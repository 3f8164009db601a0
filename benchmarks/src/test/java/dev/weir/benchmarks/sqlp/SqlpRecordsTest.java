package dev.weir.benchmarks.sqlp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Counts made-up records against {@code dpsqlp_generator.csv}, up to a tenth of the published size. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class SqlpRecordsTest {

    private static final double LARGEST_SCALE = Double.parseDouble(System.getProperty("weir.scale", "0.1"));

    static List<Map<String, String>> rows() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("src/test/resources/golden/keys/dpsqlp_generator.csv"));
        List<String> header = List.of(lines.get(0).split(",", -1));
        return lines.stream()
                .skip(1)
                .map(line -> row(header, line))
                .filter(SqlpRecordsTest::isTested)
                .toList();
    }

    private static Map<String, String> row(List<String> header, String line) {
        String[] cells = line.split(",", -1);
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < cells.length; i++) {
            row.put(header.get(i), cells[i]);
        }
        return row;
    }

    private static boolean isTested(Map<String, String> row) {
        return Double.parseDouble(row.get("scale")) <= LARGEST_SCALE;
    }

    @ParameterizedTest
    @MethodSource("rows")
    void records_are_those_of_the_reference(Map<String, String> row) {
        Map<String, Long> counted = new LinkedHashMap<>();
        int users = SqlpRecords.users(Double.parseDouble(row.get("scale")));
        counted.put("users", (long) users);
        for (int steps : new int[] {100, 1000}) {
            Counts counts = new Counts(steps);
            counts.take(new SqlpRecords(Long.parseLong(row.get("seed")), steps), users);
            counts.put(counted);
        }
        counted.forEach((column, count) -> assertThat(count).as(column).isEqualTo(Long.valueOf(row.get(column))));
        assertThat(counted.keySet()).containsAll(row.keySet().stream().skip(2).toList());
    }

    /** The counts of a stream with a given number of steps. */
    private static final class Counts {

        private final int steps;
        private final long[] ofKey = new long[SqlpRecords.KEYS];
        private final long[] usersOf = new long[SqlpRecords.MOST_RECORDS + 1];
        private final long[] atStep;
        private final long[] keptAtStep;
        private long records;
        private long pairs;
        private long pairsOfKey0;

        Counts(int steps) {
            this.steps = steps;
            this.atStep = new long[steps + 1];
            this.keptAtStep = new long[steps + 1];
        }

        void take(SqlpRecords made, int users) {
            for (int user = 0; user < users; user++) {
                long before = records;
                made.of(user, this::take);
                usersOf[(int) (records - before)]++;
            }
        }

        private void take(int key, int step, boolean isKept) {
            int kept = isKept ? 1 : 0;
            records++;
            pairs += kept;
            pairsOfKey0 += key == 0 ? kept : 0;
            ofKey[key]++;
            atStep[step]++;
            keptAtStep[step] += kept;
        }

        void put(Map<String, Long> counted) {
            counted.put("records", records);
            counted.put("pairs", pairs);
            counted.put("users_of_one_record", usersOf[1]);
            counted.put("users_of_32", usersOf[SqlpRecords.MOST_RECORDS]);
            counted.put(
                    "keys_with_records",
                    Arrays.stream(ofKey).filter(count -> count > 0).count());
            counted.put("records_of_key0", ofKey[0]);
            counted.put("most_records", Arrays.stream(ofKey).max().orElse(0));
            counted.put(
                    "sum_of_squares",
                    Arrays.stream(ofKey).map(count -> count * count).sum());
            counted.put("records_of_key_999", ofKey[999]);
            counted.put("pairs_of_key0", pairsOfKey0);
            counted.put("step1_of_" + steps, atStep[1]);
            counted.put("kept_step1_of_" + steps, keptAtStep[1]);
            counted.put("last_of_" + steps, atStep[steps]);
            counted.put("kept_last_of_" + steps, keptAtStep[steps]);
        }
    }
}
