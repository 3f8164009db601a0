package dev.weir.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Every manifest fits the model of its kind, and what does not fit is found wherever it is planted. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ManifestTest {

    /** Fields whose content is anybody's: names and texts. */
    private static final Set<String> FREE = Set.of(
            "labels", "annotations", "matchLabels", "data", "config", "hard", "flinkConfiguration", "logConfiguration");

    /** Fields that are numbers or texts, or sizes of several forms: the models take either. */
    private static final Set<String> OF_SEVERAL_FORMS =
            Set.of("port", "maxUnavailable", "sizeLimit", "expr", "for", "interval");

    private final CrdSchema flinkDeployment = CrdSchema.flinkDeployment();

    ManifestTest() throws IOException {}

    @Test
    void every_manifest_of_every_overlay_fits_its_model() {
        for (Manifests overlay : Manifests.overlays()) {
            assertThat(overlay.all()).isNotEmpty();
            assertThat(overlay.all())
                    .allSatisfy(m -> assertThat(faults(m)).as(name(m)).isEmpty());
        }
    }

    @Test
    void an_unknown_field_is_found_wherever_it_is() {
        int planted = 0;
        for (Manifests overlay : Manifests.overlays()) {
            for (JsonNode manifest : overlay.all()) {
                for (String path : objects(manifest, "", new ArrayList<>())) {
                    JsonNode copy = manifest.deepCopy();
                    ((ObjectNode) copy.at(path)).put("unknownField", "x");
                    assertThat(faults(copy)).as(name(manifest) + path).isNotEmpty();
                    planted++;
                }
            }
        }
        assertThat(planted).isGreaterThan(200);
    }

    @Test
    void a_value_of_the_wrong_type_is_found_wherever_it_is() {
        int planted = 0;
        for (Manifests overlay : Manifests.overlays()) {
            for (JsonNode manifest : overlay.all()) {
                for (String path : scalars(manifest, "", new ArrayList<>())) {
                    JsonNode copy = manifest.deepCopy();
                    int slash = path.lastIndexOf('/');
                    ((ObjectNode) copy.at(path.substring(0, slash))).putObject(path.substring(slash + 1));
                    assertThat(faults(copy)).as(name(manifest) + path).isNotEmpty();
                    planted++;
                }
            }
        }
        assertThat(planted).isGreaterThan(200);
    }

    @Test
    void a_choice_that_the_operator_does_not_know_is_found() {
        ObjectNode manifest =
                Manifests.of("prod").named("FlinkDeployment", "weir").deepCopy();
        ((ObjectNode) manifest.at("/spec/job")).put("upgradeMode", "savepoints");
        assertThat(faults(manifest)).hasSize(1);
        ((ObjectNode) manifest.at("/spec")).put("flinkVersion", "v9_9");
        assertThat(faults(manifest)).hasSize(2);
    }

    @Test
    void a_setting_that_Flink_does_not_know_or_cannot_read_is_found() {
        ObjectNode manifest =
                Manifests.of("prod").named("FlinkDeployment", "weir").deepCopy();
        ((ObjectNode) manifest.at("/spec/flinkConfiguration"))
                .put("execution.checkpointing.savepointdir", "s3://x")
                .put("pipeline.max-parallelism", "many");
        assertThat(faults(manifest)).hasSize(2);
    }

    private List<String> faults(JsonNode manifest) {
        if (!manifest.path("kind").asText().equals("FlinkDeployment")) {
            return StrictModels.fault(manifest).map(List::of).orElse(List.of());
        }
        List<String> faults = new ArrayList<>(flinkDeployment.faults(manifest));
        faults.addAll(FlinkSettings.faults(manifest.at("/spec/flinkConfiguration")));
        // the definition lists the fields of a pod, and not what fits them: the pod's own model does
        for (String template : List.of("/spec/podTemplate", "/spec/taskManager/podTemplate")) {
            StrictModels.fault(manifest.at(template)).ifPresent(faults::add);
        }
        return faults;
    }

    private static String name(JsonNode manifest) {
        return manifest.path("kind").asText() + " "
                + manifest.at("/metadata/name").asText();
    }

    /**
     * The paths of all objects with fields of their own. The metadata is left out: a custom resource's is the API server's
     * business, and not its definition's.
     */
    private static List<String> objects(JsonNode node, String path, List<String> found) {
        if (node.isObject() && !path.isEmpty() && !path.equals("/metadata")) {
            found.add(path);
        }
        children(node, path).forEach(child -> objects(node.at(child.substring(path.length())), child, found));
        return found;
    }

    private static List<String> scalars(JsonNode node, String path, List<String> found) {
        if (node.isValueNode() && !path.matches(".*/[0-9]+") && !path.startsWith("/metadata/") && isOfOneForm(path)) {
            found.add(path);
        }
        children(node, path).forEach(child -> scalars(node.at(child.substring(path.length())), child, found));
        return found;
    }

    private static boolean isOfOneForm(String path) {
        return path.chars().filter(c -> c == '/').count() > 1
                && !OF_SEVERAL_FORMS.contains(path.substring(path.lastIndexOf('/') + 1));
    }

    private static List<String> children(JsonNode node, String path) {
        List<String> children = new ArrayList<>();
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                children.add(path + "/" + i);
            }
        }
        node.properties().stream()
                .filter(field -> !FREE.contains(field.getKey()))
                .forEach(field -> children.add(path + "/" + field.getKey()));
        return children;
    }
}
