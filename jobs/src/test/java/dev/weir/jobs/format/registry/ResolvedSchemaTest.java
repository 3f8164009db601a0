package dev.weir.jobs.format.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.format.registry.access.RegistryAccess;
import dev.weir.jobs.format.registry.access.RegistrySettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests the form in which state has schemas. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ResolvedSchemaTest {

    private static final RegistrySettings SETTINGS = new RegistrySettings(
            "http://registry", "rides-value", Integer.BYTES, RegistryAccess.OPEN, true, RegistrySettings.AVRO);

    @Test
    void of_what_subtasks_were_told_state_gives_the_first_in_any_order() {
        List<ResolvedSchema> told = List.of(
                new ResolvedSchema("b", 5),
                new ResolvedSchema("a", 5),
                new ResolvedSchema("c", 4),
                new ResolvedSchema("c", 9));
        for (List<Integer> order : List.of(List.of(0, 1, 2, 3), List.of(3, 2, 1, 0), List.of(2, 0, 3, 1))) {
            Map<Long, ResolvedSchema> kept = new HashMap<>();
            order.forEach(i -> ResolvedSchema.read(SETTINGS, told.get(i).bytes(SETTINGS, 7), kept));
            assertThat(kept).containsExactly(Map.entry(7L, new ResolvedSchema("c", 4)));
            Map<Long, ResolvedSchema> tied = new HashMap<>();
            order.stream()
                    .filter(i -> i < 2)
                    .forEach(i -> ResolvedSchema.read(SETTINGS, told.get(i).bytes(SETTINGS, 7), tied));
            assertThat(tied).containsExactly(Map.entry(7L, new ResolvedSchema("a", 5)));
        }
    }
}
