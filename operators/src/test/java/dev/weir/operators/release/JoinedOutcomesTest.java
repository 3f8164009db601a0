package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JoinedOutcomesTest {

    private static Outcome outcome(String key) {
        return new Outcome(Outcome.Kind.RELEASED, 0, key, 1, 2, 3, 4, new long[] {5});
    }

    @Test
    void parts_and_single_outcomes_are_one_list_in_the_order_in_which_they_were_added() {
        JoinedOutcomes joined = new JoinedOutcomes();
        assertThat(joined).isEmpty();
        joined.add(outcome("a"));
        joined.addAll(step("b", "c"));
        joined.addAll(step());
        joined.addAll(List.of(outcome("d"), outcome("e")));
        joined.addAll(step("f"));
        joined.add(outcome("g"));
        assertThat(joined).extracting(Outcome::key).containsExactly("a", "b", "c", "d", "e", "f", "g");
        List<String> handedOver = new ArrayList<>();
        joined.forEach(outcome -> handedOver.add(outcome.key()));
        assertThat(handedOver).containsExactly("a", "b", "c", "d", "e", "f", "g");
    }

    private static StepOutcomes step(String... keys) {
        return new StepOutcomes(
                outcome(""), new Named(keys), new StepCharges(), new StepOutcomes.Values(new long[keys.length], null));
    }

    private record Named(String... names) implements KeyEntries {

        @Override
        public int size() {
            return names.length;
        }

        @Override
        public int entry(dev.weir.operators.gate.PartialSum partial) {
            return partial.key();
        }

        @Override
        public String name(int entry) {
            return names[entry];
        }
    }
}
