package dev.weir.jobs.format.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for a schema registry, with the paths, bodies and error codes of the published API of Confluent's: <a
 * href="https://docs.confluent.io/platform/current/schema-registry/develop/api.html">{@code GET /subjects/(subject)/versions}</a> (404 with 40401),
 * {@code GET /subjects/(subject)/versions/(version)} (404 with 40401 or 40402), {@code POST /subjects/(subject)} (404 with 40401 or 40403), {@code
 * POST /subjects/(subject)/versions} (409; 422 with 42205) and {@code GET} and {@code PUT /config/(subject)}. It also runs in a
 * process of its own ({@link #main}), where {@code PUT /stand-in/STATE} sets its
 * state, and {@code GET /stand-in/questions} tells the questions that have come.
 */
public final class StandInRegistry implements AutoCloseable {

    private static final Pattern SUBJECT = Pattern.compile("/subjects/([^/]+)");
    private static final Pattern VERSIONS = Pattern.compile("/subjects/([^/]+)/versions");
    private static final Pattern VERSION = Pattern.compile("/subjects/([^/]+)/versions/(latest|\\d+)");
    private static final String CONTROL = "/stand-in/";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final StandInSchemas schemas = new StandInSchemas();
    private final List<String> questions = new CopyOnWriteArrayList<>();
    private volatile @Nullable String user;
    private volatile State state = State.UP;

    /** How questions are answered. */
    public enum State {
        /** Questions get the answers of a registry. */
        UP,
        /** Connections are closed without an answer. */
        DOWN,
        /** Headers and the first byte of a body come, and then no more. */
        STALLED,
        /** A body comes that is longer than any schema. */
        ENDLESS,
        /** A page comes, as from a proxy. */
        PAGE
    }

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

    /**
     * Runs a registry until the standard input ends, and prints its address.
     *
     * @param args the user and the password that are required, joined by a colon
     */
    public static void main(String[] args) throws IOException {
        try (StandInRegistry registry = new StandInRegistry()) {
            registry.requireUser(args[0]);
            System.out.println(registry.url());
            while (System.in.read() >= 0) {
                // nothing is read but the end
            }
        }
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
        schemas.put(id, new StandInSchemas.Registered(subject, schema, "AVRO", Map.of()));
        return this;
    }

    /**
     * Registers a schema of Protocol Buffers under a subject.
     *
     * @param id the number of the schema
     * @param subject the subject
     * @param schema the text of a {@code .proto} file
     * @param references the subjects of what it imports, each in its first version, by the names under which they are imported
     */
    public StandInRegistry withProto(long id, String subject, String schema, Map<String, String> references) {
        schemas.put(id, new StandInSchemas.Registered(subject, schema, "PROTOBUF", references));
        return this;
    }

    /**
     * Forgets a schema.
     *
     * @param id its number
     */
    void remove(long id) {
        schemas.remove(id);
    }

    /**
     * Answers questions for a schema with an error of the server, or no longer.
     *
     * @param id the number of the schema
     * @param isBroken whether it does
     */
    void breakSchema(long id, boolean isBroken) {
        schemas.breakSchema(id, isBroken);
    }

    /**
     * Answers questions for a schema with headers and the first byte of a body, or no longer.
     *
     * @param id the number of the schema
     * @param isStalled whether it does
     */
    void stall(long id, boolean isStalled) {
        schemas.stall(id, isStalled);
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
     * Sets how questions are answered from now on.
     *
     * @param next the state
     */
    public void become(State next) {
        state = next;
    }

    /**
     * Sets which schemas subjects take from now on.
     *
     * @param next the rule
     */
    void setRule(StandInSchemas.Rule next) {
        schemas.setRule(next);
    }

    /** The paths and parameters of all questions that have come. */
    public List<String> questions() {
        return questions;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            byte[] given = exchange.getRequestBody().readAllBytes();
            if (path.startsWith(CONTROL)) {
                control(exchange, path.substring(CONTROL.length()));
                return;
            }
            questions.add(exchange.getRequestURI().toString());
            switch (state) {
                case UP -> answer(exchange, path, given);
                case DOWN -> {
                    // closed without an answer
                }
                case STALLED -> stall(exchange);
                case ENDLESS -> send(exchange, 200, "[" + "1,".repeat(1 << 20) + "1]");
                case PAGE -> send(exchange, 404, "<html>not found</html>");
            }
        }
    }

    private void control(HttpExchange exchange, String word) throws IOException {
        if (exchange.getRequestMethod().equals("PUT")) {
            become(State.valueOf(word));
        }
        send(exchange, 200, JSON.writeValueAsString(questions));
    }

    private void stall(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 1000);
        exchange.getResponseBody().write('[');
        exchange.getResponseBody().flush();
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(HttpExchange exchange, String path, byte[] given) throws IOException {
        if (!isAllowed(exchange)) {
            send(exchange, StandInSchemas.Answer.error(401, 401, "Unauthorized"));
            return;
        }
        boolean isPost = exchange.getRequestMethod().equals("POST");
        String schema = isPost ? JSON.readTree(given).path("schema").asText() : "";
        Matcher versions = VERSIONS.matcher(path);
        Matcher version = VERSION.matcher(path);
        Matcher subject = SUBJECT.matcher(path);
        if (versions.matches()) {
            String name = versions.group(1);
            send(exchange, isPost ? schemas.register(registered(name, JSON.readTree(given))) : schemas.list(name));
        } else if (subject.matches() && isPost) {
            send(exchange, schemas.find(subject.group(1), schema));
        } else if (version.matches() && schemas.isStalled(version.group(1))) {
            stall(exchange);
        } else if (version.matches()) {
            send(exchange, schemas.tell(version.group(1), version.group(2)));
        } else if (path.startsWith("/config/")) {
            boolean isPut = exchange.getRequestMethod().equals("PUT");
            send(exchange, isPut ? schemas.ruled(JSON.readTree(given)) : schemas.rule());
        } else {
            send(exchange, StandInSchemas.Answer.error(404, 404, "HTTP 404 Not Found"));
        }
    }

    private static StandInSchemas.Registered registered(String subject, JsonNode given) {
        Map<String, String> references = new TreeMap<>();
        given.path("references")
                .forEach(each -> references.put(
                        each.path("name").asText(), each.path("subject").asText()));
        return new StandInSchemas.Registered(
                subject, given.path("schema").asText(), given.path("schemaType").asText("AVRO"), references);
    }

    private boolean isAllowed(HttpExchange exchange) {
        String given = exchange.getRequestHeaders().getFirst("Authorization");
        return user == null
                || ("Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8))).equals(given);
    }

    private static void send(HttpExchange exchange, StandInSchemas.Answer answer) throws IOException {
        send(exchange, answer.status(), JSON.writeValueAsString(answer.body()));
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/vnd.schemaregistry.v1+json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
