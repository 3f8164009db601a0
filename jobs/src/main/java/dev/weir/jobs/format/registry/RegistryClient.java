package dev.weir.jobs.format.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.weir.jobs.format.registry.access.RegistrySettings;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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

    /** The longest time of an answer before a job starts, which holds no release up. */
    private static final Duration ANSWER_AT_START = Duration.ofSeconds(10);

    private static final int LARGEST = 1 << 20;

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
    private final Duration longestOfReferences;

    RegistryClient(RegistrySettings settings) {
        this(settings, ANSWER);
    }

    /** Returns a client for questions before a job starts. */
    static RegistryClient ofStart(RegistrySettings settings) {
        return new RegistryClient(settings, ANSWER_AT_START);
    }

    /**
     * @param longest the longest time from a question to the last byte of its answer, and of all questions for references of one view
     */
    RegistryClient(RegistrySettings settings, Duration longest) {
        this(settings, longest, longest);
    }

    /**
     * @param longest the longest time from a question to the last byte of its answer
     * @param longestOfReferences the longest time of all questions for references of one view
     */
    RegistryClient(RegistrySettings settings, Duration longest, Duration longestOfReferences) {
        this.settings = settings;
        this.longest = longest;
        this.longestOfReferences = longestOfReferences;
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
     * Returns what is told of a version: no schema if what is answered is none, whatever else it is.
     *
     * @param number the number of the version
     * @param references asks for what it refers to
     */
    ToldVersion version(int number, References references) throws RegistrySilent, InterruptedException {
        String path = subject() + "/versions/" + number + "?deleted=true" + (isAvro() ? "&" + RESOLVED : "");
        return told(get(path), references);
    }

    /** Returns the newest schema of the subject; no value if there is no such subject, or it has no schema. */
    Optional<RegisteredSchema> newest() throws RegistrySilent, InterruptedException {
        RegistryReply reply = get(subject() + "/versions/latest" + (isAvro() ? "?" + RESOLVED : ""));
        if (reply.isError(NO_SUBJECT) || reply.isError(NO_VERSION)) {
            return Optional.empty();
        }
        ToldVersion told = told(reply, references());
        if (told.schema() == null) {
            throw new RegistrySilent(
                    told.references() == References.State.TOLD
                            ? reply.why()
                            : "does not tell all that the newest schema of the subject refers to, or it is too much");
        }
        return Optional.of(told.schema());
    }

    /** The type of the schemas. */
    String type() {
        return settings.type();
    }

    private boolean isAvro() {
        return type().equals(RegistrySettings.AVRO);
    }

    /** What asks for the schemas that those of one view refer to, for as long together as one answer may take. */
    References references() {
        return new References(
                (subject, version, most) ->
                        get(SUBJECTS + "/" + encoded(subject) + "/versions/" + version + "?deleted=true", most),
                longestOfReferences);
    }

    private ToldVersion told(RegistryReply reply, References references) throws InterruptedException {
        JsonNode id = reply.body().path("id");
        JsonNode text = reply.body().path("schema");
        if (!reply.isOk() || !id.isIntegralNumber() || !id.canConvertToLong() || !text.isTextual()) {
            return new ToldVersion(References.State.TOLD, null);
        }
        String type = reply.body().path("schemaType").asText(RegistrySettings.AVRO);
        References.Found found = references.find(
                isAvro() ? MissingNode.getInstance() : reply.body().path("references"));
        return new ToldVersion(
                found.state(),
                found.state() == References.State.TOLD
                        ? new RegisteredSchema(
                                id.longValue(), type, new SchemaText(text.textValue(), found.imports()).text())
                        : null);
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
        return get(path, longest);
    }

    private RegistryReply get(String path, Duration most) throws RegistrySilent, InterruptedException {
        return whole(http.sendAsync(request(path).build(), any -> new BoundedBody(LARGEST)), most);
    }

    private RegistryReply post(String path, String schema) throws RegistrySilent, InterruptedException {
        String body =
                JsonNodeFactory.instance.objectNode().put("schema", schema).toString();
        HttpRequest request = request(path)
                .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return whole(http.sendAsync(request, any -> new BoundedBody(LARGEST)), longest);
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(settings.url() + path))
                .timeout(longest)
                .header("Accept", "application/vnd.schemaregistry.v1+json, application/json");
        settings.access().authorization().ifPresent(value -> request.header("Authorization", value));
        return request;
    }

    private static RegistryReply whole(CompletableFuture<HttpResponse<byte[]>> answer, Duration most)
            throws RegistrySilent, InterruptedException {
        try {
            HttpResponse<byte[]> response = answer.get(most.toNanos(), TimeUnit.NANOSECONDS);
            return RegistryReply.of(response.statusCode(), response.body());
        } catch (TimeoutException e) {
            throw new RegistrySilent("has not answered within " + most.toMillis() + " ms");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new RegistrySilent("does not answer (" + cause.getClass().getSimpleName() + ")");
        } finally {
            answer.cancel(true);
        }
    }
}
