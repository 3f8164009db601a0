package dev.weir.jobs.submission;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(SubmissionMode.of(
                        StreamExecutionEnvironment.createLocalEnvironment().getConfiguration()))
                .isEqualTo(SubmissionMode.OWN_CLUSTER);
    }

    @Test
    void a_client_of_a_cluster_waits_unless_it_is_told_not_to() {
        assertThat(mode("remote", true)).isEqualTo(SubmissionMode.ATTACHED);
        assertThat(mode("kubernetes-session", true)).isEqualTo(SubmissionMode.ATTACHED);
        assertThat(mode("remote", false)).isEqualTo(SubmissionMode.DETACHED);
    }

    @Test
    void the_main_method_of_an_application_cluster_leaves_the_waiting_to_flink() {
        assertThat(mode("embedded", true)).isEqualTo(SubmissionMode.DETACHED);
        assertThat(mode("embedded", false)).isEqualTo(SubmissionMode.DETACHED);
    }

    private static SubmissionMode mode(String target, boolean attached) {
        return SubmissionMode.of(
                new Configuration().set(DeploymentOptions.TARGET, target).set(DeploymentOptions.ATTACHED, attached));
    }
}
