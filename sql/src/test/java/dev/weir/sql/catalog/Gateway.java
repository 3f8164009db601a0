package dev.weir.sql.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Flink's SQL gateway as a process, and a session of its REST interface. */
final class Gateway implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern LISTENING = Pattern.compile("Rest endpoint listening at 127.0.0.1:(\\d+)");
    private static final String REST = "-Dsql-gateway.endpoint.rest.";

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final String address;
    private final String session;

    private Gateway(Process process, String address) throws IOException, InterruptedException {
        this.process = process;
        this.address = address;
        this.session = send("/v1/sessions", "{}").path("sessionHandle").textValue();
    }

    static Gateway start(Path folder) throws IOException, InterruptedException {
        Process process = FlinkSql.flink(
                        folder,
                        "org.apache.flink.table.gateway.SqlGateway",
                        REST + "address=127.0.0.1",
                        REST + "bind-address=127.0.0.1",
                        REST + "port=0",
                        REST + "bind-port=0")
                .start();
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder all = new StringBuilder();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            all.append(line).append('\n');
            Matcher listening = LISTENING.matcher(line);
            if (listening.find()) {
                drain(said);
                return new Gateway(process, "http://127.0.0.1:" + listening.group(1));
            }
        }
        throw new IllegalStateException("the gateway ended: " + all);
    }

    private static void drain(BufferedReader said) {
        Thread reader = new Thread(() -> said.lines().forEach(line -> {}), "gateway-output");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * What a statement came to.
     *
     * @param rows the fields of its rows
     * @param text everything that was answered, as text
     */
    record Answer(List<JsonNode> rows, String text) {}

    /** Runs a statement to its end. */
    Answer run(String statement) throws IOException, InterruptedException {
        String body = JSON.writeValueAsString(Map.of("statement", statement));
        JsonNode begun = send("/v1/sessions/" + session + "/statements", body);
        String operation = begun.path("operationHandle").textValue();
        String next = "/v1/sessions/" + session + "/operations/" + operation + "/result/0";
        List<JsonNode> rows = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        while (next != null) {
            JsonNode page = send(next, null);
            text.append(page);
            page.path("results").path("data").forEach(row -> rows.add(row.path("fields")));
            JsonNode following = page.path("nextResultUri");
            next = page.path("resultType").asText().equals("EOS") ? null : following.textValue();
            Thread.sleep(page.path("resultType").asText().equals("NOT_READY") ? 50 : 0);
        }
        return new Answer(rows, text.toString());
    }

    private JsonNode send(String path, @Nullable String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path));
        HttpRequest sent = body == null
                ? request.GET().build()
                : request.POST(HttpRequest.BodyPublishers.ofString(body)).build();
        return JSON.readTree(
                http.send(sent, HttpResponse.BodyHandlers.ofString()).body());
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
