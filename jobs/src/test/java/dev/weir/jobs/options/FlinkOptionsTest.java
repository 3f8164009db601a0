package dev.weir.jobs.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.jobs.failure.CommandFailure;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FlinkOptionsTest {

    private static Map<String, String> settings(String setting) {
        return CommandLine.populateCommand(new FlinkOptions(), "-D", setting).settings();
    }

    @ParameterizedTest
    @CsvSource({
        "taskmanager.memory.netwrok.max, taskmanager.memory.network.max",
        "restart-strategy.typ, restart-strategy.type",
        "exection.checkpointing.timeout, execution.checkpointing.timeout"
    })
    void a_misspelt_setting_is_refused_with_the_one_that_was_meant(String given, String meant) {
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> settings(given + "=1"))
                .withMessage("-D " + given + ": Flink has no such setting; did you mean " + meant + "?");
    }

    /** Options of plugins, of older Flinks, and with free parts. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "taskmanager.memory.network.max",
                "execution.state-recovery.path",
                "execution.savepoint.path",
                "s3.endpoint",
                "s3.path.style.access",
                "fs.s3a.connection.maximum",
                "env.log.dir",
                "containerized.taskmanager.env.PATH",
                "security.kerberos.login.principal"
            })
    void settings_of_flink_and_of_plugins_are_passed_on(String key) {
        assertThat(settings(key + "=1")).containsExactly(Map.entry(key, "1"));
    }
}
