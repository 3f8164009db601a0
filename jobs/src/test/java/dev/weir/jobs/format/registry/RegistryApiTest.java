package dev.weir.jobs.format.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.format.registry.access.RegistryAccess;
import dev.weir.jobs.format.registry.access.RegistrySettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Tests that a registry answers as the client expects it. It is the stand-in of the other tests; with the property {@code weir.registry} it is the server at
 * this address, so that the stand-in and a server are found to be alike: {@code benchmarks/formats/apicurio} starts one.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RegistryApiTest {

    private static final String SERVER = "weir.registry";
    private static final String ROWS = record("[\"null\",\"long\"],\"default\":null}");
    private static final String MORE = record(
            "[\"null\",\"long\"],\"default\":null},{\"name\":\"fares\",\"type\":[\"null\",\"double\"],\"default\":null}");
    private static final String OTHER_TYPE = record("[\"null\",\"string\"],\"default\":null}");

    private static final String KINDS = "syntax = \"proto3\";\npackage town;\nenum Kind { DAY = 0; NIGHT = 7; }\n";
    private static final String RIDE =
            "syntax = \"proto3\";\npackage town;\nimport \"kinds.proto\";\nmessage Ride { Kind kind = 1; }\n";

    private final String suffix = UUID.randomUUID().toString();
    private @Nullable StandInRegistry standIn;
    private String url = "";

    private static String record(String type) {
        return "{\"type\":\"record\",\"name\":\"Rides\",\"fields\":[{\"name\":\"rides\",\"type\":" + type + "]}";
    }

    @BeforeEach
    void start() throws IOException {
        String server = System.getProperty(SERVER);
        if (server == null) {
            standIn = new StandInRegistry();
            url = standIn.url();
        } else {
            url = server;
        }
    }

    @AfterEach
    void stop() {
        if (standIn != null) {
            standIn.close();
        }
    }

    private RegistrySettings settings(String subject, String type) {
        return new RegistrySettings(url, subject + "-" + suffix, Integer.BYTES, RegistryAccess.OPEN, true, type);
    }

    private void send(String method, String path, Object body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                .method(method, HttpRequest.BodyPublishers.ofString(new ObjectMapper().writeValueAsString(body)))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    @Test
    void schemas_of_rows_are_looked_up_registered_once_and_refused_by_the_rule_of_their_subject() throws Exception {
        RegistrySettings rows = settings("rides", RegistrySettings.AVRO);
        RegistryClient client = RegistryClient.ofStart(rows);
        assertThat(client.lookUp(ROWS)).isEmpty();
        int first = SchemaRegistration.register(rows, ROWS);
        assertThat(client.lookUp(MORE)).isEmpty();
        send("PUT", "/config/" + rows.subject(), Map.of("compatibility", "BACKWARD"));
        int second = SchemaRegistration.register(rows, MORE);
        assertThat(second).isNotEqualTo(first);
        assertThat(SchemaRegistration.register(rows, ROWS)).isEqualTo(first);
        CommandFailure refused =
                catchThrowableOfType(CommandFailure.class, () -> SchemaRegistration.register(rows, OTHER_TYPE));
        assertThat(refused).hasMessageContaining("breaks its rule BACKWARD (409)");
        assertThat(client.versions()).containsExactly(1, 2);
        assertThat(client.version(1, client.references()).schema())
                .isEqualTo(new RegisteredSchema(first, "AVRO", ROWS));
        assertThat(client.newest()).contains(new RegisteredSchema(second, "AVRO", MORE));
        assertThat(client.version(7, client.references()).schema()).isNull();
    }

    @Test
    void a_subject_that_is_not_there_or_has_another_type_is_told() throws Exception {
        RegistrySettings none = settings("none", RegistrySettings.AVRO);
        RegistryClient client = RegistryClient.ofStart(none);
        assertThat(client.versions()).isEmpty();
        assertThat(client.newest()).isEmpty();
        SchemaRegistration.register(none, ROWS);
        RegistrySettings other = settings("none", RegistrySettings.PROTOBUF);
        assertThat(catchThrowableOfType(
                        CommandFailure.class, () -> RegistryCheck.check(other, schema -> Optional.empty())))
                .hasMessageContaining("must be a subject of schemas of type PROTOBUF");
    }

    @Test
    void a_schema_of_Protocol_Buffers_is_told_with_what_it_refers_to() throws Exception {
        String kinds = "kinds-" + suffix;
        RegistrySettings rides = settings("proto", RegistrySettings.PROTOBUF);
        send("POST", "/subjects/" + kinds + "/versions", Map.of("schemaType", "PROTOBUF", "schema", KINDS));
        Map<String, Object> reference = Map.of("name", "kinds.proto", "subject", kinds, "version", 1);
        send(
                "POST",
                "/subjects/" + rides.subject() + "/versions",
                Map.of("schemaType", "PROTOBUF", "schema", RIDE, "references", List.of(reference)));
        RegistryClient client = RegistryClient.ofStart(rides);
        RegisteredSchema told =
                Objects.requireNonNull(client.version(1, client.references()).schema());
        assertThat(told.type()).isEqualTo("PROTOBUF");
        SchemaText text = SchemaText.of(told.text());
        assertThat(text.main()).contains("message Ride").contains("import \"kinds.proto\"");
        assertThat(text.imports()).containsOnlyKeys("kinds.proto");
        assertThat(text.imports().get("kinds.proto")).contains("enum Kind");
        assertThat(client.newest()).contains(told);
    }
}
