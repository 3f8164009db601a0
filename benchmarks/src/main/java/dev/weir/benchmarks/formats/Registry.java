package dev.weir.benchmarks.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/**
 * A schema registry with Confluent's API, in which producers register schemas.
 *
 * @param url the address below which it has {@code /subjects}
 */
record Registry(String url) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * A schema as registries have it.
     *
     * @param type its type, such as {@code AVRO}
     * @param text its text
     */
    record Schema(String type, String text) {}

    /**
     * Registers a schema, as serializers do.
     *
     * @return the number of the schema
     */
    int register(String subject, Schema schema) throws IOException, InterruptedException {
        String body = JSON.createObjectNode()
                .put("schemaType", schema.type)
                .put("schema", schema.text)
                .toString();
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/subjects/" + subject + "/versions"))
                .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        JsonNode id = JSON.readTree(response.body()).path("id");
        if (!id.isInt()) {
            throw new IOException("the registry must give a number, has answered " + response.statusCode());
        }
        return id.intValue();
    }
}
