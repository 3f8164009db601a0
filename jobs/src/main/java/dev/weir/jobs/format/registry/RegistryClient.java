package dev.weir.jobs.format.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.StreamSupport;

/**
 * Asks a registry by the API of Confluent's, of which it uses {@code GET /schemas/ids/ID}, {@code GET /schemas/ids/ID/versions} and {@code GET
 * /subjects/SUBJECT/versions/latest}. An answer that does not keep to this API, such as that of a proxy, says nothing about a schema. No more of an
 * answer is read than a schema may be long.
 */
final class RegistryClient {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration REQUEST = Duration.ofSeconds(5);
    private static final int LARGEST = 8 << 20;

    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int UNPROCESSABLE = 422;
    private static final int NO_SCHEMA = 40403;
    private static final int NO_SUBJECT = 40401;
    private static final int NO_VERSION = 40402;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final RegistrySettings settings;
    private final HttpClient http;

    RegistryClient(RegistrySettings settings) {
        this.settings = settings;
        HttpClient.Builder builder =
                HttpClient.newBuilder().connectTimeout(CONNECT).version(HttpClient.Version.HTTP_1_1);
        settings.access().context().ifPresent(builder::sslContext);
        this.http = builder.build();
    }

    /** Asks for the schema with a number. It must be one of the subject, and of Avro. */
    RegistryAnswer schema(long id) throws InterruptedException {
        Reply versions = get("/schemas/ids/" + id + "/versions?deleted=true&subject=" + encoded(settings.subject()));
        if (!versions.isOk()) {
            return versions.noSchema();
        }
        boolean isOfSubject = StreamSupport.stream(versions.body().spliterator(), false)
                .anyMatch(version ->
                        settings.subject().equals(version.path("subject").asText()));
        if (!isOfSubject) {
            return new RegistryAnswer.Denied("is not of subject " + settings.subject());
        }
        Reply schema = get("/schemas/ids/" + id + "?format=resolved");
        return schema.isOk() ? known(schema.body()) : schema.noSchema();
    }

    private static RegistryAnswer known(JsonNode answer) {
        if (!answer.path("schema").isTextual()) {
            return new RegistryAnswer.None("has answered without a schema");
        }
        String type = answer.path("schemaType").asText("AVRO");
        return type.equals("AVRO")
                ? new RegistryAnswer.Known(answer.path("schema").asText())
                : new RegistryAnswer.Denied("is a schema of " + type);
    }

    /**
     * Asks for the newest schema of the subject.
     *
     * @return {@code Denied} if there is no such subject, or it has no schema
     */
    RegistryAnswer subject() throws InterruptedException {
        Reply reply = get("/subjects/" + encoded(settings.subject()) + "/versions/latest?format=resolved");
        if (reply.isOk()) {
            return known(reply.body());
        }
        return reply.isError(NOT_FOUND, NO_SUBJECT) || reply.isError(NOT_FOUND, NO_VERSION)
                ? new RegistryAnswer.Denied("has no subject " + settings.subject())
                : new RegistryAnswer.None(reply.why());
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private Reply get(String path) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(settings.url() + path))
                .timeout(REQUEST)
                .header("Accept", "application/vnd.schemaregistry.v1+json, application/json");
        settings.access().authorization().ifPresent(value -> request.header("Authorization", value));
        try {
            HttpResponse<InputStream> response = http.send(request.build(), BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                return Reply.of(response.statusCode(), body.readNBytes(LARGEST + 1));
            }
        } catch (IOException e) {
            return new Reply(0, MissingNode.getInstance(), e.getClass().getSimpleName());
        }
    }

    /**
     * What came back.
     *
     * @param status the status of HTTP; 0 if nothing came back
     * @param body the body; missing if it is not JSON
     * @param failure what went wrong if nothing came back
     */
    private record Reply(int status, JsonNode body, String failure) {

        static Reply of(int status, byte[] body) throws IOException {
            try {
                JsonNode json = body.length > LARGEST ? MissingNode.getInstance() : JSON.readTree(body);
                return new Reply(status, json, "");
            } catch (JsonProcessingException e) {
                return new Reply(status, MissingNode.getInstance(), "");
            }
        }

        boolean isOk() {
            return status == OK && body.isContainerNode();
        }

        boolean isError(int expected, int code) {
            return status == expected && body.path("error_code").asInt() == code;
        }

        /** What an answer without a schema means for the number that was asked for. */
        RegistryAnswer noSchema() {
            boolean isDenied =
                    isError(NOT_FOUND, NO_SCHEMA) || ((status == BAD_REQUEST || status == UNPROCESSABLE) && hasCode());
            return isDenied
                    ? new RegistryAnswer.Denied("is not known to the registry")
                    : new RegistryAnswer.None(why());
        }

        private boolean hasCode() {
            return body.path("error_code").isInt();
        }

        String why() {
            return switch (status) {
                case 0 -> "does not answer (" + failure + ")";
                case UNAUTHORIZED, FORBIDDEN ->
                    "refuses access (" + status + "): check source.registry.properties-file";
                case OK, NOT_FOUND -> "does not speak the API of a schema registry at this address (" + status + ")";
                default -> "has answered with status " + status;
            };
        }
    }
}
