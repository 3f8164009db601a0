package dev.weir.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * What {@code kubectl kustomize} makes of an overlay: one tree a manifest.
 *
 * @param overlay the folder's name below {@code overlays/}
 * @param all the manifests, in Kustomize's order
 */
record Manifests(String overlay, List<JsonNode> all) {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    /** Kustomize takes a second. Who changes a manifest changes a copy. */
    private static final Map<String, Manifests> MADE = new ConcurrentHashMap<>();

    /** All overlays that there are. */
    static List<Manifests> overlays() {
        return Stream.of("dev", "prod", "two", "kafka-dev", "kafka-prod", "kafka-two")
                .map(Manifests::of)
                .toList();
    }

    /** The manifests of an overlay; fails where Kustomize does. */
    static Manifests of(String overlay) {
        return MADE.computeIfAbsent(overlay, Manifests::make);
    }

    private static Manifests make(String overlay) {
        try {
            Process kustomize = new ProcessBuilder(
                            "kubectl",
                            "kustomize",
                            folder().resolve("overlays/" + overlay).toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            List<JsonNode> all =
                    documents(new String(kustomize.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            if (kustomize.waitFor() != 0) {
                throw new IllegalStateException("kubectl kustomize failed on overlay " + overlay);
            }
            return new Manifests(overlay, all);
        } catch (IOException e) {
            throw new UncheckedIOException("kubectl must be on the PATH", e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The folder of the manifests. */
    static Path folder() {
        return Path.of(System.getProperty("weir.k8s"));
    }

    /** A YAML file below the folder {@code docker/}. */
    static JsonNode docker(String file) {
        try {
            return YAML.readTree(
                    Path.of(System.getProperty("weir.docker"), file).toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The documents of a YAML text. */
    static List<JsonNode> documents(String yaml) {
        try (var values = YAML.readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
            return new ArrayList<>(values.readAll());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The manifests of a kind. */
    List<JsonNode> ofKind(String kind) {
        return all.stream().filter(m -> m.path("kind").asText().equals(kind)).toList();
    }

    /** The manifest of a kind with a name; a missing node where there is none. */
    JsonNode named(String kind, String name) {
        return ofKind(kind).stream()
                .filter(m -> m.at("/metadata/name").asText().equals(name))
                .findFirst()
                .orElse(MissingNode.getInstance());
    }
}
