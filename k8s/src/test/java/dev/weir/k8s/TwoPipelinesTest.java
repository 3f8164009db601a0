package dev.weir.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two pipelines of one domain in one namespace share the domain and nothing else. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TwoPipelinesTest {

    private static final String INSTANCE = "app.kubernetes.io/instance";

    private final Reach reach = new Reach(Deployed.FIRST.manifests().ofKind("NetworkPolicy"));

    @Test
    void neither_reaches_a_port_of_the_other() {
        assertThat(crossings(reach::isSent)).isEmpty();
        assertThat(crossings(reach::isReceived)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Deployed.class,
            names = {"FIRST", "SECOND"})
    void each_reaches_itself(Deployed deployed) {
        for (JsonNode from : deployed.podLabels()) {
            for (JsonNode to : deployed.podLabels()) {
                assertThat(reach.isSent(from, to) && reach.isReceived(from, to)).isTrue();
            }
        }
    }

    /** What the manifests were before there were instances: the check must find it. */
    @Test
    void policies_that_go_by_the_name_alone_are_found() {
        Reach byName = new Reach(reach.policies().stream()
                .map(TwoPipelinesTest::withoutInstances)
                .toList());
        // two pipelines, two kinds of pods each: all that one sends to the other
        assertThat(crossings(byName::isSent)).hasSize(8);
        assertThat(crossings(byName::isReceived)).hasSize(8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PodMonitor", "PodDisruptionBudget"})
    void what_selects_pods_selects_those_of_one_pipeline(String kind) {
        List<JsonNode> all = Deployed.FIRST.manifests().ofKind(kind);
        assertThat(all).hasSize(2);
        assertThat(selected(all.get(0).at("/spec/selector")))
                .isNotEmpty()
                .doesNotContainAnyElementsOf(selected(all.get(1).at("/spec/selector")));
        assertThat(selected(all.get(1).at("/spec/selector"))).isNotEmpty();
    }

    @Test
    void task_managers_spread_apart_from_those_of_the_other() {
        for (Deployed deployed : List.of(Deployed.FIRST, Deployed.SECOND)) {
            JsonNode selector =
                    deployed.spec().at("/taskManager/podTemplate/spec/topologySpreadConstraints/0/labelSelector");
            assertThat(selected(selector)).containsExactly(deployed.podLabels("taskmanager"));
        }
    }

    @Test
    void they_are_two_pipelines_of_one_domain_that_has_room_for_both() {
        JsonNode first = Deployed.FIRST.pipeline();
        JsonNode second = Deployed.SECOND.pipeline();
        assertThat(second.path("domain")).isEqualTo(first.path("domain"));
        assertThat(second.at("/privacy/unit")).isEqualTo(first.at("/privacy/unit"));
        assertThat(second.path("pipeline")).isNotEqualTo(first.path("pipeline"));
        assertThat(second.at("/queries/0/name")).isNotEqualTo(first.at("/queries/0/name"));
        assertThat(first.at("/privacy/budget/epsilon").asDouble()
                        + second.at("/privacy/budget/epsilon").asDouble())
                .isLessThanOrEqualTo(first.at("/domain/budget/epsilon").asDouble());
    }

    @Test
    void whatever_one_writes_the_other_does_not() {
        assertThat(places(Deployed.FIRST)).doesNotContainAnyElementsOf(places(Deployed.SECOND));
        assertThat(Deployed.SECOND.setting("high-availability.storageDir"))
                .doesNotStartWith(Deployed.FIRST.setting("high-availability.storageDir"));
        assertThat(Deployed.SECOND.pipeline().at("/checkpoint/dir").asText())
                .doesNotStartWith(
                        Deployed.FIRST.pipeline().at("/checkpoint/dir").asText());
    }

    @Test
    void their_keys_are_their_own() {
        Set<String> shared = new HashSet<>(secrets(Deployed.FIRST));
        shared.retainAll(secrets(Deployed.SECOND));
        // the brokers' certificate is no secret, and the registry's key opens no data
        assertThat(shared).containsExactlyInAnyOrder("weir-kafka-ca", "weir-registry");
        assertThat(Deployed.SECOND.file("client.properties"))
                .isEqualTo(Deployed.FIRST
                        .file("client.properties")
                        .replace("username=\"weir\"", "username=\"weir-daily\""));
    }

    @Test
    void each_has_an_identity_of_its_own_for_its_own_folder_of_the_bucket() {
        JsonNode first = Deployed.FIRST.own("ServiceAccount").at("/metadata/annotations");
        JsonNode second = Deployed.SECOND.own("ServiceAccount").at("/metadata/annotations");
        assertThat(first).isNotEmpty();
        assertThat(second).hasSameSizeAs(first).doesNotContainAnyElementsOf(first);
    }

    private static List<String> crossings(BiPredicate<JsonNode, JsonNode> isLet) {
        List<String> crossings = new ArrayList<>();
        for (JsonNode first : Deployed.FIRST.podLabels()) {
            for (JsonNode second : Deployed.SECOND.podLabels()) {
                if (isLet.test(first, second)) {
                    crossings.add(first + " to " + second);
                }
                if (isLet.test(second, first)) {
                    crossings.add(second + " to " + first);
                }
            }
        }
        return crossings;
    }

    private static JsonNode withoutInstances(JsonNode original) {
        JsonNode policy = original.deepCopy();
        policy.findParents(INSTANCE).forEach(labels -> ((ObjectNode) labels).remove(INSTANCE));
        return policy;
    }

    private static List<JsonNode> selected(JsonNode selector) {
        return List.of(Deployed.FIRST, Deployed.SECOND).stream()
                .flatMap(deployed -> deployed.podLabels().stream())
                .filter(labels -> Reach.isSelected(selector, labels))
                .toList();
    }

    /** Names that only one job may have, and places that only one may write. */
    private static List<String> places(Deployed deployed) {
        JsonNode pipeline = deployed.pipeline();
        return List.of(
                deployed.spec().path("serviceAccount").asText(),
                deployed.setting("$internal.pipeline.job-id"),
                deployed.setting("high-availability.storageDir"),
                pipeline.at("/checkpoint/dir").asText(),
                pipeline.at("/source/kafka/group").asText(),
                pipeline.at("/sink/kafka/topic").asText(),
                pipeline.at("/sink/kafka/withheld").asText(),
                pipeline.at("/sink/kafka/dead-letter").asText());
    }

    private static List<String> secrets(Deployed deployed) {
        JsonNode pod = deployed.pod();
        List<String> names = new ArrayList<>(pod.path("imagePullSecrets").findValuesAsText("name"));
        pod.findValues("secret")
                .forEach(secret -> names.add(
                        secret.path("name").asText() + secret.path("secretName").asText()));
        return names;
    }
}
