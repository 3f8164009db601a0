package dev.weir.jobs.format.registry;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for a schema registry, with the paths, bodies and error codes of the published API of Confluent's: <a
 * href="https://docs.confluent.io/platform/current/schema-registry/develop/api.html">{@code GET /schemas/ids/{id}}</a> (404 with 40403), {@code GET
 * /schemas/ids/{id}/versions} (a list of subjects and versions, with the filter {@code subject}) and {@code GET
 * /subjects/{subject}/versions/latest} (404 with 40401).
 */
public final class StandInRegistry implements AutoCloseable {

    private static final Pattern SCHEMA = Pattern.compile("/schemas/ids/(\\d+)");
    private static final Pattern VERSIONS = Pattern.compile("/schemas/ids/(\\d+)/versions");
    private static final Pattern LATEST = Pattern.compile("/subjects/([^/]+)/versions/latest");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<Long, Registered> schemas = new ConcurrentHashMap<>();
    private final AtomicInteger drops = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();
    private volatile @Nullable String user;
    private volatile @Nullable String page;

    private record Registered(String subject, String schema) {}

    /** Starts a registry on a free port of the loopback address. */
    public StandInRegistry() throws IOException {
        this(HttpServer.create());
    }

    StandInRegistry(HttpServer server) throws IOException {
        this.server = server;
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    /** Its address. */
    public String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /**
     * Registers a schema under a subject.
     *
     * @param id the number of the schema
     * @param subject the subject
     * @param schema the schema in JSON
     */
    public StandInRegistry with(long id, String subject, String schema) {
        schemas.put(id, new Registered(subject, schema));
        return this;
    }

    /**
     * Requires a user and a password.
     *
     * @param required both, joined by a colon
     */
    public void requireUser(String required) {
        user = required;
    }

    /**
     * Closes the connections of the next requests without an answer.
     *
     * @param requests how many
     */
    public void dropNext(int requests) {
        drops.set(requests);
    }

    /**
     * Answers everything with a page, as a proxy does.
     *
     * @param html the page; null to answer as a registry again
     */
    public void answerWithPage(@Nullable String html) {
        page = html;
    }

    /** How many questions about numbers of schemas have come. */
    public int asked() {
        return asked.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            asked.addAndGet(path.startsWith("/schemas") ? 1 : 0);
            if (drops.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                return;
            }
            if (page != null) {
                send(exchange, 404, page);
            } else if (!isAllowed(exchange)) {
                error(exchange, 401, 401, "Unauthorized");
            } else {
                answer(exchange, path);
            }
        }
    }

    private boolean isAllowed(HttpExchange exchange) {
        String given = exchange.getRequestHeaders().getFirst("Authorization");
        return user == null
                || ("Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8))).equals(given);
    }

    private void answer(HttpExchange exchange, String path) throws IOException {
        Matcher schema = SCHEMA.matcher(path);
        Matcher versions = VERSIONS.matcher(path);
        Matcher latest = LATEST.matcher(path);
        if (schema.matches() || versions.matches()) {
            Registered found = schemas.get(Long.parseLong(schema.matches() ? schema.group(1) : versions.group(1)));
            if (found == null) {
                error(exchange, 404, 40403, "Schema not found");
            } else if (schema.matches()) {
                send(exchange, 200, JSON.writeValueAsString(Map.of("schema", found.schema())));
            } else {
                String query = String.valueOf(exchange.getRequestURI().getQuery());
                boolean isAskedFor = query.contains("subject=" + found.subject());
                send(exchange, 200, JSON.writeValueAsString(isAskedFor ? List.of(version(found, 1)) : List.of()));
            }
        } else if (latest.matches()) {
            latest(exchange, latest.group(1));
        } else {
            error(exchange, 404, 404, "HTTP 404 Not Found");
        }
    }

    private static Map<String, Object> version(Registered found, int version) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("subject", found.subject());
        fields.put("version", version);
        return fields;
    }

    private void latest(HttpExchange exchange, String subject) throws IOException {
        Map.Entry<Long, Registered> newest = schemas.entrySet().stream()
                .filter(entry -> entry.getValue().subject().equals(subject))
                .max(Map.Entry.comparingByKey())
                .orElse(null);
        if (newest == null) {
            error(exchange, 404, 40401, "Subject '" + subject + "' not found.");
            return;
        }
        Map<String, Object> fields = version(newest.getValue(), 1);
        fields.put("id", newest.getKey());
        fields.put("schema", newest.getValue().schema());
        send(exchange, 200, JSON.writeValueAsString(fields));
    }

    private static void error(HttpExchange exchange, int status, int code, String message) throws IOException {
        send(exchange, status, JSON.writeValueAsString(Map.of("error_code", code, "message", message)));
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/vnd.schemaregistry.v1+json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
