package dev.weir.operators.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.result.Release;
import java.nio.file.Path;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests releases in environments that run their job in this process, without a test cluster. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LocalEnvironmentTest {

    private final Configuration settings;
    private final Town town;

    LocalEnvironmentTest(@TempDir Path directory) {
        town = new Town("local", directory, Town.Crash.NONE, false);
        settings = town.settings();
    }

    @Test
    void a_release_is_refused_where_a_port_would_be_open_to_the_network() {
        settings.removeConfig(RestOptions.BIND_ADDRESS);
        assertThatThrownBy(() -> release(StreamExecutionEnvironment.getExecutionEnvironment(settings)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("rest.bind-address must be a loopback address")
                .hasMessageContaining("RequiredSettings.settings");
        settings.set(RestOptions.BIND_ADDRESS, "0.0.0.0");
        assertThatThrownBy(() -> release(StreamExecutionEnvironment.createLocalEnvironment(settings)))
                .hasMessageStartingWith("rest.bind-address must be a loopback address");
    }

    @Test
    void a_release_is_refused_where_the_web_interface_would_take_jars() {
        settings.set(WebOptions.SUBMIT_ENABLE, true);
        assertThatThrownBy(() -> release(StreamExecutionEnvironment.createLocalEnvironmentWithWebUI(settings)))
                .hasMessageStartingWith("web.submit.enable must be false");
    }

    @Test
    void the_settings_that_we_give_will_do() {
        assertThat(release(StreamExecutionEnvironment.getExecutionEnvironment(settings)))
                .isNotNull();
    }

    private DataStream<Release> release(StreamExecutionEnvironment environment) {
        PrivateStream<Visit> visits = town.visits(environment);
        return visits.release(Town.hourly(visits)).releases();
    }
}
