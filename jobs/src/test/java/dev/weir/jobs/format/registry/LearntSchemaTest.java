package dev.weir.jobs.format.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests the form in which state has schemas. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LearntSchemaTest {

    private static final RegistrySettings SETTINGS =
            new RegistrySettings("http://registry", "rides-value", Integer.BYTES, RegistryAccess.OPEN, true);

    @Test
    void of_what_subtasks_were_told_state_gives_the_first_in_any_order_and_its_older_form_is_read() {
        List<LearntSchema> told = List.of(
                new LearntSchema("b", 5), new LearntSchema("a", 5), new LearntSchema("c", 4), new LearntSchema("c", 9));
        for (List<Integer> order : List.of(List.of(0, 1, 2, 3), List.of(3, 2, 1, 0), List.of(2, 0, 3, 1))) {
            Map<Long, LearntSchema> kept = new HashMap<>();
            order.forEach(i -> LearntSchema.read(SETTINGS, told.get(i).bytes(SETTINGS, 7), kept));
            assertThat(kept).containsExactly(Map.entry(7L, new LearntSchema("c", 4)));
            Map<Long, LearntSchema> tied = new HashMap<>();
            order.stream()
                    .filter(i -> i < 2)
                    .forEach(i -> LearntSchema.read(SETTINGS, told.get(i).bytes(SETTINGS, 7), tied));
            assertThat(tied).containsExactly(Map.entry(7L, new LearntSchema("a", 5)));
        }
        Map<Long, LearntSchema> older = new HashMap<>();
        LearntSchema.read(SETTINGS, versionOne(new LearntSchema("a", 0).bytes(SETTINGS, 7), 1), older);
        assertThat(older).containsExactly(Map.entry(7L, new LearntSchema("a", Long.MIN_VALUE)));
    }

    /** The first form lacked the eight bytes before the text and its length. */
    private static byte[] versionOne(byte[] second, int textBytes) {
        int rest = Integer.BYTES + textBytes;
        byte[] first = new byte[second.length - Long.BYTES];
        System.arraycopy(second, 0, first, 0, first.length - rest);
        System.arraycopy(second, second.length - rest, first, first.length - rest, rest);
        first[0] = 1;
        return first;
    }
}
