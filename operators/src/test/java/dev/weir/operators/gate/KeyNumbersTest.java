package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.gate.unit.OpenKeys;
import dev.weir.operators.keys.KeyNumbers;
import dev.weir.operators.keys.KeyRouting;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests that the gate uses only the numbers of keys, whatever these numbers are. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class KeyNumbersTest {

    private static final int SEEDS = 300;

    @Test
    void numbers_that_keys_get_as_they_come_and_that_change_at_every_restart_change_no_total() throws IOException {
        for (long seed = 80_000; seed < 80_000 + SEEDS; seed++) {
            GateCase random = GateCase.of(seed);
            SplittableRandom dice = new SplittableRandom(seed);
            NaiveGate naive = new NaiveGate(random.plan());
            GateRun run = new GateRun(random.plan(), asTheyCome(random.plan(), 0), PartialSum::route);
            for (GateCase.Step step : random.steps()) {
                if (step.record() == null) {
                    naive.close(step.closedUpTo());
                    run.close(step.closedUpTo());
                } else {
                    naive.add(step.record());
                    run.add(step.record());
                }
                if (dice.nextInt(3) == 0) {
                    run.restart(asTheyCome(random.plan(), dice.nextInt(20)));
                }
            }
            assertThat(run.totals()).as("seed %d", seed).isEqualTo(naive.totals());
        }
    }

    private static OpenKeys asTheyCome(Plan plan, int unused) {
        return new OpenKeys(plan, query -> new ArrivalNumbers(unused));
    }

    @Test
    void an_open_window_keeps_its_numbers_and_a_closed_one_is_forgotten() {
        OpenKeys keys = new OpenKeys(
                Plans.daily(Queries.hourly("q").count(), Queries.hourly("p").count()), query -> new ArrivalNumbers(0));
        KeyNumbers first = keys.of(0, 10);
        KeyNumbers second = keys.of(0, 20);
        KeyNumbers other = keys.of(1, 10);
        assertThat(List.of(first, second, other)).doesNotHaveDuplicates();
        assertThat(keys.of(0, 10)).isSameAs(first);
        keys.close(10);
        assertThat(keys.of(0, 20)).isSameAs(second);
        assertThat(keys.of(0, 10)).isNotSameAs(first);
        assertThat(keys.of(1, 10)).isNotSameAs(other);
    }

    @Test
    void declared_keys_have_the_numbers_that_records_name_and_leave_nothing_in_state() throws IOException {
        Query query = Queries.hourly("q").keys("de", "en", "fr").count().query();
        KeyNumbers numbers = query.keys().numbers(query.name()).get();
        long[] words = {-1, 3L << 48 | 2L << 32 | 2, 7};
        assertThat(numbers.find(words, 1)).isEqualTo(2);
        assertThat(numbers.findOrAdd(words, 1)).isEqualTo(2);
        assertThat(numbers.size()).isEqualTo(3);
        assertThat(numbers.route(2)).isEqualTo(KeyRouting.of("q", "fr"));
        DataOutputSerializer out = new DataOutputSerializer(8);
        numbers.write(used -> used.accept(2), out);
        assertThat(out.length()).isZero();
        assertThat(numbers.read(new DataInputDeserializer(new byte[0])).applyAsInt(2))
                .isEqualTo(2);
    }

    /** The release operator finds its own keys by the same routes. */
    @Test
    void a_declared_key_is_sent_where_the_release_operator_looks_for_it() {
        Plan plan = Plans.daily(Queries.hourly("q").count(), Queries.hourly("r").count());
        for (int query = 0; query < 2; query++) {
            Query asked = plan.queries().get(query).query();
            for (int key = 0; key < asked.keys().known().size(); key++) {
                assertThat(asked.keys().numbers(asked.name()).get().route(key))
                        .isEqualTo(KeyRouting.of(asked.name(), asked.keys().name(key)));
            }
        }
    }
}
