package dev.weir.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;

/** A job's deployment in an overlay, with what belongs to it. */
enum Deployed {
    /** The only one of a development cluster. */
    DEV("dev", "weir"),
    /** The only one of a namespace in production. */
    PROD("prod", "weir"),
    /** The first of two in one namespace. */
    FIRST("two", "weir"),
    /** The second of two in one namespace. */
    SECOND("two", "weir-daily");

    private final String overlay;
    private final String label;

    Deployed(String overlay, String label) {
        this.overlay = overlay;
        this.label = label;
    }

    /** The deployment's name, which its account, its role and its policy have, too. */
    String label() {
        return label;
    }

    /** All manifests of its overlay. */
    Manifests manifests() {
        return Manifests.of(overlay);
    }

    /** The manifest of a kind that has the deployment's name. */
    JsonNode own(String kind) {
        return manifests().named(kind, label);
    }

    /** What the deployment asks for. */
    JsonNode spec() {
        return own("FlinkDeployment").path("spec");
    }

    /** The value of one of Flink's settings. */
    String setting(String name) {
        return spec().path("flinkConfiguration").path(name).asText();
    }

    /** The specification of all its pods. */
    JsonNode pod() {
        return spec().at("/podTemplate/spec");
    }

    /** The ConfigMap with its files; a missing node if its pods name one that is not there. */
    JsonNode files() {
        return manifests()
                .named(
                        "ConfigMap",
                        pod().at("/volumes/2/projected/sources/0/configMap/name")
                                .asText());
    }

    /** The text of one of its files. */
    String file(String name) {
        return files().path("data").path(name).asText();
    }

    /** Its pipeline. */
    JsonNode pipeline() {
        return Manifests.documents(file("pipeline.yaml")).get(0);
    }

    /** The labels of its pods, a job manager and a task manager: the template's, and what the operator adds in standalone mode. */
    List<JsonNode> podLabels() {
        return Stream.of("jobmanager", "taskmanager").map(this::podLabels).toList();
    }

    /** The labels of its pods of one kind. */
    JsonNode podLabels(String component) {
        ObjectNode labels = spec().at("/podTemplate/metadata/labels").deepCopy();
        return labels.put("app", label).put("component", component).put("type", "flink-standalone-kubernetes");
    }
}
