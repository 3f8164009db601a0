package dev.weir.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Requests to a Flink cluster's REST interface. */
public final class ClusterRest {

    private static final String BOUNDARY = "weir-jar";
    private static final int SOME = 40;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI address;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    ClusterRest(URI address) {
        this.address = address;
    }

    /** Returns the number of slots that task managers have registered; 0 while the cluster does not answer. */
    int slots() throws InterruptedException {
        try {
            return json(send(request("/overview"))).path("slots-total").asInt();
        } catch (IOException e) {
            return 0;
        }
    }

    /** Returns the state of a job, such as RUNNING. */
    public String state(String job) throws IOException, InterruptedException {
        return json(send(request("/jobs/" + job))).path("state").asText();
    }

    /** Whether all tasks of a job run; false while the cluster does not answer. */
    boolean isRunning(String job) throws InterruptedException {
        try {
            JsonNode answer = json(send(request("/jobs/" + job)));
            List<String> states = answer.path("vertices").findValuesAsText("status");
            return !states.isEmpty() && states.stream().allMatch("RUNNING"::equals);
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns what a cluster tells of a job: its plan, tasks, failures and checkpoints, and the values of all metrics of its tasks. */
    List<String> told(String job) throws IOException, InterruptedException {
        List<String> told = new ArrayList<>();
        for (String of : List.of("", "/plan", "/config", "/exceptions", "/checkpoints", "/accumulators")) {
            told.add(send(request("/jobs/" + job + of)).body());
        }
        for (JsonNode vertex : json(send(request("/jobs/" + job))).path("vertices")) {
            String metrics = "/jobs/" + job + "/vertices/" + vertex.path("id").asText() + "/metrics";
            List<String> names = json(send(request(metrics))).findValuesAsText("id");
            for (int from = 0; from < names.size(); from += SOME) {
                String some = String.join(",", names.subList(from, Math.min(names.size(), from + SOME)));
                told.add(send(request(metrics + "?get=" + URLEncoder.encode(some, StandardCharsets.UTF_8)))
                        .body());
            }
        }
        return told;
    }

    /** Returns the largest parallelism of an operator of a job. */
    int parallelism(String job) throws IOException, InterruptedException {
        return json(send(request("/jobs/" + job))).path("vertices").findValues("parallelism").stream()
                .mapToInt(JsonNode::asInt)
                .max()
                .orElse(0);
    }

    /** Stops a job with a savepoint below {@code directory} and returns the savepoint's path. */
    String stop(String job, String directory) throws IOException, InterruptedException {
        return savepoint(job, "/stop", Map.of("targetDirectory", directory, "drain", false));
    }

    /** Takes a savepoint of a job, which continues to run, below {@code directory} and returns the savepoint's path. */
    String savepoint(String job, String directory) throws IOException, InterruptedException {
        return savepoint(job, "/savepoints", Map.of("target-directory", directory, "cancel-job", false));
    }

    private String savepoint(String job, String path, Map<String, Object> asked)
            throws IOException, InterruptedException {
        HttpResponse<String> trigger = send(request("/jobs/" + job + path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(asked))));
        String request = "/jobs/" + job + "/savepoints/"
                + json(trigger).path("request-id").asText();
        JsonNode answer = json(send(request(request)));
        for (; !answer.at("/status/id").asText().equals("COMPLETED"); answer = json(send(request(request)))) {
            Thread.sleep(100);
        }
        if (answer.at("/operation/location").isMissingNode()) {
            throw new IllegalStateException("no savepoint: " + answer);
        }
        return answer.at("/operation/location").asText();
    }

    /** Cancels a job as the web interface does. */
    public void cancel(String job) throws IOException, InterruptedException {
        send(request("/jobs/" + job + "?mode=cancel").method("PATCH", BodyPublishers.noBody()));
    }

    /** Uploads a jar and returns the id that the cluster has given it. */
    String upload(Path jar) throws IOException, InterruptedException {
        String head = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"jarfile\"; filename=\""
                + jar.getFileName() + "\"\r\nContent-Type: application/x-java-archive\r\n\r\n";
        List<byte[]> parts = List.of(bytes(head), Files.readAllBytes(jar), bytes("\r\n--" + BOUNDARY + "--\r\n"));
        String name = json(send(request("/jars/upload")
                        .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                        .POST(BodyPublishers.ofByteArrays(parts))))
                .path("filename")
                .asText();
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** Runs the main class of an uploaded jar. */
    HttpResponse<String> run(String jarId, String... arguments) throws IOException, InterruptedException {
        String body = JSON.writeValueAsString(Map.of("programArgsList", arguments));
        return send(request("/jars/" + jarId + "/run")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    /** Parses the body of an answer. */
    static JsonNode json(HttpResponse<String> answer) throws IOException {
        return JSON.readTree(answer.body());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(address.resolve(path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
