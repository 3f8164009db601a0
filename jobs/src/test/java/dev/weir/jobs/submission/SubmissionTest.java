package dev.weir.jobs.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.submission.Submission.Mode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SubmissionTest {

    @Test
    void a_cluster_inside_this_process_is_its_own() {
        assertThat(Mode.of(StreamExecutionEnvironment.createLocalEnvironment().getConfiguration()))
                .isEqualTo(Mode.OWN_CLUSTER);
    }

    @Test
    void a_client_of_a_cluster_waits_unless_it_is_told_not_to() {
        assertThat(mode("remote", true)).isEqualTo(Mode.ATTACHED);
        assertThat(mode("kubernetes-session", true)).isEqualTo(Mode.ATTACHED);
        assertThat(mode("remote", false)).isEqualTo(Mode.DETACHED);
    }

    @Test
    void the_main_method_of_an_application_cluster_leaves_the_waiting_to_flink() {
        assertThat(mode("embedded", true)).isEqualTo(Mode.DETACHED);
        assertThat(mode("embedded", false)).isEqualTo(Mode.DETACHED);
    }

    private static Mode mode(String target, boolean attached) {
        return Mode.of(
                new Configuration().set(DeploymentOptions.TARGET, target).set(DeploymentOptions.ATTACHED, attached));
    }
}
