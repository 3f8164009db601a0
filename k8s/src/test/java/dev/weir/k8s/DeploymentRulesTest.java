package dev.weir.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the models cannot know: how a job of Weir must be deployed, in every overlay. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DeploymentRulesTest {

    @ParameterizedTest
    @EnumSource
    void state_is_neither_dropped_nor_rolled_back_nor_tried_again(Deployed deployed) {
        JsonNode spec = deployed.spec();
        JsonNode settings = spec.path("flinkConfiguration");
        assertThat(spec.path("mode").asText()).isEqualTo("standalone");
        assertThat(spec.at("/job/upgradeMode").asText()).isEqualTo("savepoint");
        assertThat(spec.at("/job/allowNonRestoredState").isBoolean()).isTrue();
        assertThat(spec.at("/job/allowNonRestoredState").asBoolean()).isFalse();
        assertThat(settings.path("high-availability.type").asText()).isEqualTo("kubernetes");
        assertThat(settings.path("kubernetes.operator.deployment.rollback.enabled")
                        .asText())
                .isEqualTo("false");
        assertThat(settings.path("kubernetes.operator.job.restart.failed").asText())
                .isEqualTo("false");
        assertThat(settings.path("pipeline.max-parallelism").asText()).isEqualTo("128");
    }

    @ParameterizedTest
    @EnumSource
    void savepoints_go_below_the_checkpoints_of_the_pipeline(Deployed deployed) {
        String checkpoints = deployed.pipeline().at("/checkpoint/dir").asText();
        JsonNode settings = deployed.spec().path("flinkConfiguration");
        assertThat(checkpoints).startsWith("s3://");
        assertThat(settings.path("execution.checkpointing.savepoint-dir").asText())
                .startsWith(checkpoints + "/");
        assertThat(settings.path("high-availability.storageDir").asText()).doesNotStartWith(checkpoints);
    }

    @ParameterizedTest
    @EnumSource
    void the_job_is_started_by_the_image_s_own_entrypoint_with_nothing_but_the_pipeline_s_file(Deployed deployed) {
        JsonNode spec = deployed.spec();
        assertThat(Reach.texts(spec.at("/job/args"))).containsExactly("run", "/etc/weir/pipeline.yaml");
        assertThat(spec.at("/job/jarURI").asText()).isEqualTo("local:///opt/flink/usrlib/weir-jobs.jar");
        assertThat(spec.at("/flinkConfiguration/kubernetes.entry.path").asText())
                .isEqualTo("/opt/weir/entrypoint.sh");
    }

    @ParameterizedTest
    @EnumSource
    void pods_are_restricted(Deployed deployed) {
        Manifests manifests = deployed.manifests();
        JsonNode pod = deployed.pod();
        JsonNode container = pod.at("/containers/0/securityContext");
        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(pod.at("/securityContext/runAsUser").asInt()).isEqualTo(9999);
        assertThat(pod.at("/securityContext/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
        assertThat(container.path("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(container.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(Reach.texts(container.at("/capabilities/drop"))).containsExactly("ALL");
        assertThat(manifests
                        .ofKind("Namespace")
                        .get(0)
                        .at("/metadata/labels/pod-security.kubernetes.io~1enforce")
                        .asText())
                .isEqualTo("restricted");
    }

    @ParameterizedTest
    @EnumSource
    void every_volume_that_is_mounted_is_there_and_names_the_generated_ConfigMap(Deployed deployed) {
        JsonNode pod = deployed.pod();
        assertThat(pod.path("volumes").findValuesAsText("name")).containsAll(mounted(pod));
        assertThat(deployed.pipeline().path("queries")).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void the_account_may_use_ConfigMaps_and_nothing_else(Deployed deployed) {
        Manifests manifests = deployed.manifests();
        assertThat(manifests.ofKind("ClusterRole")).isEmpty();
        assertThat(manifests.ofKind("ClusterRoleBinding")).isEmpty();
        for (JsonNode rule : deployed.own("Role").path("rules")) {
            assertThat(Reach.texts(rule.path("resources"))).containsExactly("configmaps");
            assertThat(Reach.texts(rule.path("verbs"))).doesNotContain("*", "deletecollection");
        }
        assertThat(deployed.own("ServiceAccount")
                        .path("automountServiceAccountToken")
                        .asBoolean(true))
                .isFalse();
        assertThat(deployed.spec().path("serviceAccount").asText()).isEqualTo(deployed.label());
        JsonNode binding = deployed.own("RoleBinding");
        assertThat(binding.at("/roleRef/name").asText()).isEqualTo(deployed.label());
        assertThat(binding.path("subjects").findValuesAsText("name")).containsExactly(deployed.label());
    }

    /** Flink names the two ConfigMaps of high availability so; nothing else is a job's to write. */
    @ParameterizedTest
    @EnumSource
    void a_job_changes_the_ConfigMaps_of_its_own_high_availability_and_never_its_pipeline_s(Deployed deployed) {
        String job = deployed.setting("$internal.pipeline.job-id");
        assertThat(job).matches("[0-9a-f]{32}");
        assertThat(deployed.own("Role").findValues("resourceNames")).hasSize(1);
        for (JsonNode rule : deployed.own("Role").path("rules")) {
            if (!Set.of("get", "list", "watch", "create").containsAll(Reach.texts(rule.path("verbs")))) {
                assertThat(Reach.texts(rule.path("resourceNames")))
                        .containsExactly(
                                deployed.label() + "-cluster-config-map", deployed.label() + "-" + job + "-config-map");
            }
        }
        assertThat(deployed.files().path("immutable").asBoolean()).isTrue();
        assertThat(deployed.files().at("/metadata/name").asText()).matches(".*-[a-z0-9]{10}");
    }

    @ParameterizedTest
    @EnumSource
    void a_private_registry_is_asked_with_a_key_and_task_managers_spread_over_nodes(Deployed deployed) {
        assertThat(deployed.pod().path("imagePullSecrets").findValuesAsText("name"))
                .containsExactly("weir-registry");
        JsonNode spread = deployed.spec().at("/taskManager/podTemplate/spec/topologySpreadConstraints/0");
        assertThat(spread.path("topologyKey").asText()).isEqualTo("kubernetes.io/hostname");
        assertThat(Reach.isSelected(spread.path("labelSelector"), deployed.podLabels("taskmanager")))
                .isTrue();
        assertThat(Reach.isSelected(spread.path("labelSelector"), deployed.podLabels("jobmanager")))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void whose_identity_is_an_annotation_reaches_the_token_service_too(Deployed deployed) {
        List<String> blocks = deployed.manifests().ofKind("NetworkPolicy").stream()
                .filter(policy -> Reach.isSelected(policy.at("/spec/podSelector"), deployed.podLabels("taskmanager")))
                .flatMap(policy -> policy.at("/spec/egress").findValuesAsText("cidr").stream())
                .toList();
        List<String> expected = new ArrayList<>(List.of("192.0.2.1/32", "198.51.100.0/24"));
        if (deployed.own("ServiceAccount").at("/metadata/annotations").size() > 0) {
            expected.add("203.0.113.0/24");
        }
        assertThat(blocks).containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @EnumSource
    void nothing_goes_in_or_out_unless_it_is_named(Deployed deployed) {
        Manifests manifests = deployed.manifests();
        JsonNode all = manifests.named("NetworkPolicy", "deny-all").path("spec");
        assertThat(all.path("podSelector")).isEmpty();
        assertThat(Reach.texts(all.path("policyTypes"))).containsExactly("Ingress", "Egress");
        assertThat(all.has("ingress") || all.has("egress")).isFalse();
        for (JsonNode policy : manifests.ofKind("NetworkPolicy")) {
            policy.at("/spec/ingress")
                    .forEach(rule -> assertThat(rule.path("from")).isNotEmpty());
            policy.at("/spec/egress")
                    .forEach(rule -> assertThat(rule.path("to")).isNotEmpty());
            assertThat(policy.findValuesAsText("cidr")).doesNotContain("0.0.0.0/0", "::/0");
        }
    }

    @ParameterizedTest
    @EnumSource
    void the_REST_port_is_the_operator_s_alone(Deployed deployed) {
        JsonNode ingress = deployed.own("NetworkPolicy").at("/spec/ingress");
        List<JsonNode> rest = StreamSupport.stream(ingress.spliterator(), false)
                .filter(rule -> rule.findValuesAsText("port").contains("8081"))
                .toList();
        assertThat(rest).hasSize(1);
        assertThat(rest.get(0).path("from")).hasSize(1);
        assertThat(rest.get(0)
                        .at("/from/0/namespaceSelector/matchLabels/kubernetes.io~1metadata.name")
                        .asText())
                .isEqualTo("flink-operator");
    }

    @ParameterizedTest
    @EnumSource
    void a_password_is_in_no_manifest_and_read_from_a_file_by_Kafka_itself(Deployed deployed) throws IOException {
        Manifests manifests = deployed.manifests();
        assertThat(manifests.ofKind("Secret")).isEmpty();
        Properties client = new Properties();
        client.load(new StringReader(deployed.file("client.properties")));
        assertThat(client.getProperty("security.protocol")).isEqualTo("SASL_SSL");
        assertThat(client.getProperty("sasl.jaas.config")).endsWith("password=\"${dir:/etc/weir/kafka:password}\";");
        assertThat(client.getProperty("config.providers.dir.param.allowed.paths"))
                .isEqualTo("/etc/weir/kafka");
        assertThat(client.stringPropertyNames()).noneMatch(name -> name.endsWith("password"));
        assertThat(deployed.pod().findValues("env")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"PROD", "FIRST", "SECOND"})
    void production_names_its_image_by_digest_and_encrypts_between_its_pods(Deployed deployed) {
        Manifests manifests = deployed.manifests();
        JsonNode spec = deployed.spec();
        assertThat(spec.path("image").asText()).matches(".+@sha256:[0-9a-f]{64}");
        assertThat(spec.at("/flinkConfiguration/security.ssl.internal.enabled").asText())
                .isEqualTo("true");
        assertThat(manifests.ofKind("PodDisruptionBudget")).isNotEmpty();
        assertThat(manifests.ofKind("ResourceQuota")).hasSize(1);
    }

    private static List<String> mounted(JsonNode pod) {
        return pod.at("/containers/0/volumeMounts").findValuesAsText("name");
    }
}
