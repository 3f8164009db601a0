package dev.weir.jobs.format.registry;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.StreamSupport;

/**
 * Asks a registry by the API of Confluent's what schemas a subject has: {@code GET /subjects/SUBJECT/versions} and {@code GET
 * /subjects/SUBJECT/versions/VERSION}. The number of a schema that a message names is never part of a question. A subject in a context has the
 * context in its name, and the registry tells numbers of this context.
 *
 * <p>A list that does not keep to this API, such as the page of a proxy, counts as silence; a version that does not is left out. Connection, headers and body of an answer together take
 * {@link #ANSWER} at most, and it has at most {@value #LARGEST} bytes: a longer one counts as empty.
 */
final class RegistryClient {

    /** The longest time from a question to the last byte of its answer. */
    static final Duration ANSWER = Duration.ofSeconds(2);

    private static final int LARGEST = 1 << 20;

    private static final int NO_SUBJECT = 40401;
    private static final int NO_VERSION = 40402;

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
        RegistryReply reply = get("versions?deleted=true");
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
        return schema(get("versions/" + number + "?deleted=true&format=resolved"));
    }

    /** Returns the newest schema of the subject; no value if there is no such subject, or it has no schema. */
    Optional<RegisteredSchema> newest() throws RegistrySilent, InterruptedException {
        RegistryReply reply = get("versions/latest?format=resolved");
        if (reply.isError(NO_SUBJECT) || reply.isError(NO_VERSION)) {
            return Optional.empty();
        }
        return Optional.of(schema(reply).orElseThrow(() -> new RegistrySilent(reply.why())));
    }

    private static Optional<RegisteredSchema> schema(RegistryReply reply) {
        JsonNode id = reply.body().path("id");
        JsonNode text = reply.body().path("schema");
        if (!reply.isOk() || !id.isIntegralNumber() || !id.canConvertToLong() || !text.isTextual()) {
            return Optional.empty();
        }
        String type = reply.body().path("schemaType").asText("AVRO");
        return Optional.of(new RegisteredSchema(id.longValue(), type, text.textValue()));
    }

    private RegistryReply get(String path) throws RegistrySilent, InterruptedException {
        String subject =
                URLEncoder.encode(settings.subject(), StandardCharsets.UTF_8).replace("+", "%20");
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(settings.url() + "/subjects/" + subject + "/" + path))
                .timeout(longest)
                .header("Accept", "application/vnd.schemaregistry.v1+json, application/json");
        settings.access().authorization().ifPresent(value -> request.header("Authorization", value));
        return whole(http.sendAsync(request.build(), any -> new BoundedBody(LARGEST)));
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
