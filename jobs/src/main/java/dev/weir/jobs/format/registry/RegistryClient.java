package dev.weir.jobs.format.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.weir.jobs.format.registry.access.RegistrySettings;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * Asks a registry by the API of Confluent's what schemas a subject has: {@code GET /subjects/SUBJECT/versions} and {@code GET
 * /subjects/SUBJECT/versions/VERSION}; and, before a job starts, what number a schema has that the job writes: {@code POST /subjects/SUBJECT} and
 * {@code POST /subjects/SUBJECT/versions}. The number of a schema that a message names is never part of a question. A subject in a context has the
 * context in its name, and the registry tells numbers of this context.
 *
 * <p>A list that does not keep to this API, such as the page of a proxy, counts as silence; a version that does not is left out. Connection, headers and body of an answer together take
 * {@link #ANSWER} at most, and it has at most {@value #LARGEST} bytes: a longer one counts as empty.
 */
final class RegistryClient {

    /** The longest time from a question to the last byte of its answer. */
    static final Duration ANSWER = Duration.ofSeconds(2);

    private static final int LARGEST = 1 << 20;

    /** The most schemas that one may refer to. */
    private static final int MOST_IMPORTS = 32;

    /** Makes a registry put the schemas of Avro that one refers to into it. */
    private static final String RESOLVED = "format=resolved";

    private static final String SUBJECTS = "/subjects";

    private static final int NO_SUBJECT = 40401;
    private static final int NO_VERSION = 40402;
    private static final int NO_SCHEMA = 40403;

    /** A rule of compatibility, as registries name them. Another word is not passed on. */
    private static final Pattern RULE = Pattern.compile("[A-Z_]{1,40}");

    private final RegistrySettings settings;
    private final HttpClient http;
    private final Duration longest;

    RegistryClient(RegistrySettings settings) {
        this(settings, ANSWER);
    }

    /**
     * @param longest the longest time from a question to the last byte of its answer
     */
    RegistryClient(RegistrySettings settings, Duration longest) {
        this.settings = settings;
        this.longest = longest;
        HttpClient.Builder builder =
                HttpClient.newBuilder().connectTimeout(longest).version(HttpClient.Version.HTTP_1_1);
        settings.access().context().ifPresent(builder::sslContext);
        this.http = builder.build();
    }

    /** Returns the numbers of all versions of the subject, also of those that were deleted later; none if there is no such subject. */
    List<Integer> versions() throws RegistrySilent, InterruptedException {
        RegistryReply reply = get(subject() + "/versions?deleted=true");
        if (reply.isError(NO_SUBJECT)) {
            return List.of();
        }
        JsonNode numbers = reply.body();
        if (!reply.isOk() || !numbers.isArray()) {
            throw new RegistrySilent(reply.why());
        }
        return StreamSupport.stream(numbers.spliterator(), false)
                .filter(JsonNode::isInt)
                .map(JsonNode::intValue)
                .toList();
    }

    /**
     * Returns the schema of a version; no value if what is answered is no schema, whatever else it is.
     *
     * @param number the number of the version
     */
    Optional<RegisteredSchema> version(int number) throws RegistrySilent, InterruptedException {
        return schema(get(subject() + "/versions/" + number + "?deleted=true" + (isAvro() ? "&" + RESOLVED : "")));
    }

    /** Returns the newest schema of the subject; no value if there is no such subject, or it has no schema. */
    Optional<RegisteredSchema> newest() throws RegistrySilent, InterruptedException {
        RegistryReply reply = get(subject() + "/versions/latest" + (isAvro() ? "?" + RESOLVED : ""));
        if (reply.isError(NO_SUBJECT) || reply.isError(NO_VERSION)) {
            return Optional.empty();
        }
        return Optional.of(schema(reply).orElseThrow(() -> new RegistrySilent(reply.why())));
    }

    /** The type of the schemas. */
    String type() {
        return settings.type();
    }

    private boolean isAvro() {
        return type().equals(RegistrySettings.AVRO);
    }

    private Optional<RegisteredSchema> schema(RegistryReply reply) throws RegistrySilent, InterruptedException {
        JsonNode id = reply.body().path("id");
        JsonNode text = reply.body().path("schema");
        if (!reply.isOk() || !id.isIntegralNumber() || !id.canConvertToLong() || !text.isTextual()) {
            return Optional.empty();
        }
        String type = reply.body().path("schemaType").asText(RegistrySettings.AVRO);
        Optional<Map<String, String>> imports =
                isAvro() ? Optional.of(Map.of()) : imports(reply.body().path("references"));
        return imports.map(
                others -> new RegisteredSchema(id.longValue(), type, new SchemaText(text.textValue(), others).text()));
    }

    /** Asks for the schemas that one refers to, and those that these refer to; no value if one is not told, or they are too many or too long. */
    private Optional<Map<String, String>> imports(JsonNode references) throws RegistrySilent, InterruptedException {
        Map<String, String> imports = new TreeMap<>();
        Deque<JsonNode> open = new ArrayDeque<>();
        references.forEach(open::add);
        int characters = 0;
        while (!open.isEmpty()) {
            JsonNode reference = open.remove();
            String name = reference.path("name").asText();
            if (imports.containsKey(name)) {
                continue;
            }
            RegistryReply reply =
                    get(SUBJECTS + "/" + encoded(reference.path("subject").asText()) + "/versions/"
                            + reference.path("version").asInt() + "?deleted=true");
            JsonNode text = reply.body().path("schema");
            characters += text.asText().length();
            if (!reply.isOk() || !text.isTextual() || imports.size() == MOST_IMPORTS || characters > LARGEST) {
                return Optional.empty();
            }
            imports.put(name, text.textValue());
            reply.body().path("references").forEach(open::add);
        }
        return Optional.of(imports);
    }

    /**
     * Returns the number of a schema under the subject; no value if the subject does not have it.
     *
     * @param schema the schema
     */
    OptionalLong lookUp(String schema) throws RegistrySilent, InterruptedException {
        RegistryReply reply = post(subject(), schema);
        if (reply.isError(NO_SUBJECT) || reply.isError(NO_SCHEMA)) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(reply.id().orElseThrow(() -> new RegistrySilent(reply.why())));
    }

    /**
     * Registers a schema under the subject.
     *
     * @param schema the schema
     * @return the answer, which has the number of the schema if it was taken
     */
    RegistryReply register(String schema) throws RegistrySilent, InterruptedException {
        return post(subject() + "/versions", schema);
    }

    /** Returns the rule by which the subject takes schemas, such as {@code BACKWARD}; no value if the registry does not tell it. */
    Optional<String> rule() throws RegistrySilent, InterruptedException {
        String path = "/config" + subject().substring(SUBJECTS.length()) + "?defaultToGlobal=true";
        return Optional.of(get(path).body().path("compatibilityLevel").asText())
                .filter(word -> RULE.matcher(word).matches());
    }

    private String subject() {
        return SUBJECTS + "/" + encoded(settings.subject());
    }

    private static String encoded(String subject) {
        return URLEncoder.encode(subject, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private RegistryReply get(String path) throws RegistrySilent, InterruptedException {
        return whole(http.sendAsync(request(path).build(), any -> new BoundedBody(LARGEST)));
    }

    private RegistryReply post(String path, String schema) throws RegistrySilent, InterruptedException {
        String body =
                JsonNodeFactory.instance.objectNode().put("schema", schema).toString();
        HttpRequest request = request(path)
                .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return whole(http.sendAsync(request, any -> new BoundedBody(LARGEST)));
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(settings.url() + path))
                .timeout(longest)
                .header("Accept", "application/vnd.schemaregistry.v1+json, application/json");
        settings.access().authorization().ifPresent(value -> request.header("Authorization", value));
        return request;
    }

    private RegistryReply whole(CompletableFuture<HttpResponse<byte[]>> answer)
            throws RegistrySilent, InterruptedException {
        try {
            HttpResponse<byte[]> response = answer.get(longest.toMillis(), TimeUnit.MILLISECONDS);
            return RegistryReply.of(response.statusCode(), response.body());
        } catch (TimeoutException e) {
            throw new RegistrySilent("has not answered within " + longest.toMillis() + " ms");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new RegistrySilent("does not answer (" + cause.getClass().getSimpleName() + ")");
        } finally {
            answer.cancel(true);
        }
    }
}
