package dev.weir.jobs.format.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.format.registry.StandInRegistry.State;
import dev.weir.jobs.format.registry.StandInSchemas.Rule;
import dev.weir.jobs.format.registry.access.RegistryAccess;
import dev.weir.jobs.format.registry.access.RowRegistry;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests how the schemas of rows are registered, over HTTP. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SchemaRegistrationTest {

    private static final String ROWS = record("{\"name\":\"rides\",\"type\":[\"null\",\"long\"],\"default\":null}");
    private static final String MORE =
            ROWS.replace("}]}", "},{\"name\":\"canary_fares\",\"type\":[\"null\",\"double\"],\"default\":null}]}");
    private static final String OTHER_TYPE = ROWS.replace("\"long\"", "\"string\"");

    @SuppressWarnings("NullAway.Init")
    private StandInRegistry registry;

    private static String record(String field) {
        return "{\"type\":\"record\",\"name\":\"rides\",\"fields\":[" + field + "]}";
    }

    @BeforeEach
    void start() throws IOException {
        registry = new StandInRegistry();
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private int register(String schema) throws InterruptedException {
        RowRegistry rows = new RowRegistry(registry.url(), RegistryAccess.OPEN, false, Map.of());
        return SchemaRegistration.register(rows.subject("out", "weir.town.rides"), schema);
    }

    private CommandFailure refused(String schema) {
        return catchThrowableOfType(CommandFailure.class, () -> register(schema));
    }

    @Test
    void a_schema_is_registered_once_and_another_value_is_a_compatible_change() throws InterruptedException {
        registry.setRule(Rule.BACKWARD);
        assertThat(register(ROWS)).isEqualTo(1);
        assertThat(register(ROWS)).isEqualTo(1);
        assertThat(register(MORE)).isEqualTo(2);
        assertThat(register(ROWS)).isEqualTo(1);
        assertThat(registry.questions())
                .containsExactly(
                        "/subjects/out-value",
                        "/subjects/out-value/versions",
                        "/subjects/out-value",
                        "/subjects/out-value",
                        "/subjects/out-value/versions",
                        "/subjects/out-value");
    }

    /** Others may register schemas; the job then needs no right to write. */
    @Test
    void a_schema_that_the_subject_has_needs_no_right_to_register() throws InterruptedException {
        registry.with(41, "out-value", ROWS);
        registry.setRule(Rule.READONLY);
        assertThat(register(ROWS)).isEqualTo(41);
        CommandFailure refused = refused(MORE);
        assertThat(refused.exitCode()).isEqualTo(CommandFailure.WRONG);
        assertThat(refused)
                .hasMessage(
                        "sink.registry: the schema of the rows for subject out-value is not taken by the registry (422): is the"
                                + " subject read-only?; nothing was started");
    }

    @Test
    void a_schema_that_breaks_the_subject_s_rule_is_refused_with_the_rule_and_without_a_word_of_the_answer()
            throws InterruptedException {
        registry.setRule(Rule.BACKWARD);
        register(MORE);
        CommandFailure refused = refused(OTHER_TYPE);
        assertThat(refused.exitCode()).isEqualTo(CommandFailure.WRONG);
        assertThat(refused)
                .hasMessageContaining("subject out-value breaks its rule BACKWARD (409)")
                .hasMessageEndingWith("nothing was started");
        assertThat(refused.getMessage()).doesNotContain("canary").doesNotContain("incompatible");
    }

    @Test
    void a_registry_that_does_not_answer_or_refuses_access_is_named_and_its_number_must_fit_a_header() {
        registry.become(State.DOWN);
        assertThat(refused(ROWS).exitCode()).isEqualTo(CommandFailure.FAILED);
        assertThat(refused(ROWS))
                .hasMessageContaining("sink.registry: the schema registry does not answer")
                .hasMessageEndingWith("nothing was started, start again when it answers");
        registry.become(State.PAGE);
        assertThat(refused(ROWS)).hasMessageContaining("does not speak the API of a schema registry");
        registry.become(State.UP);
        registry.with(1L << 31, "out-value", ROWS);
        assertThat(refused(ROWS).exitCode()).isEqualTo(CommandFailure.FAILED);
        registry.requireUser("weir:hunter2");
        assertThat(refused(ROWS)).hasMessageContaining("refuses access (401): check its properties-file");
    }
}
