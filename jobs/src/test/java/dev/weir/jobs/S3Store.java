package dev.weir.jobs;

import dev.weir.operators.counters.PrivateFolder;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * An S3 server with one bucket in a separate process. S3Proxy keeps the objects in a folder, and answers only requests that
 * are signed with its secret. Each server has a new random secret.
 */
final class S3Store implements AutoCloseable {

    /** The URI of its bucket. */
    static final String BUCKET = "s3://weir-state";

    private static final long WAIT_NANOS = 240_000_000_000L;
    private static final String IDENTITY = "weir-job";

    private static final String SERVER = """
            s3proxy.authorization=aws-v2-or-v4
            s3proxy.endpoint=http://127.0.0.1:%d
            s3proxy.identity=%s
            s3proxy.credential=%s
            jclouds.provider=filesystem-nio2
            jclouds.filesystem.basedir=%s
            jclouds.identity=unused
            jclouds.credential=unused
            """;

    private static final String LOGGING = """
            <configuration>
              <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%d %-5p %c{1} %m%n</pattern></encoder>
              </appender>
              <root level="warn"><appender-ref ref="out"/></root>
            </configuration>
            """;

    private final Process process;
    private final Path folder;
    private final int port;
    private final String secret;

    private S3Store(Process process, Path folder, int port, String secret) {
        this.process = process;
        this.folder = folder;
        this.port = port;
        this.secret = secret;
    }

    /**
     * Starts a server, and returns when it accepts requests.
     *
     * @param folder the folder for its files, which is created
     */
    static S3Store start(Path folder) throws IOException, InterruptedException {
        int port = FlinkProcesses.freePort();
        String secret = UUID.randomUUID().toString();
        PrivateFolder.at(folder);
        // each folder in the folder of objects is a bucket
        Path objects = folder.resolve("objects");
        Files.createDirectories(objects.resolve(BUCKET.substring("s3://".length())));
        Path settings =
                Files.writeString(folder.resolve("s3proxy.conf"), SERVER.formatted(port, IDENTITY, secret, objects));
        Path logging = Files.writeString(folder.resolve("logback.xml"), LOGGING);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dlogback.configurationFile=" + logging,
                        "-cp",
                        System.getProperty("weir.s3.lib") + "/*",
                        "org.gaul.s3proxy.Main",
                        "--properties",
                        settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        S3Store store = new S3Store(process, folder, port, secret);
        store.awaitRequests();
        return store;
    }

    private void awaitRequests() throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!answers()) {
            if (System.nanoTime() - start > WAIT_NANOS || !process.isAlive()) {
                close();
                throw new IllegalStateException("no S3 server: " + Files.readString(folder.resolve("said")));
            }
            Thread.sleep(50);
        }
    }

    private boolean answers() throws IOException, InterruptedException {
        try {
            return answerWithoutKey() > 0;
        } catch (ConnectException e) {
            return false;
        }
    }

    /** Returns the status of the answer to an unsigned request. */
    int answerWithoutKey() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint())).build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }

    /** The address for clients. */
    String endpoint() {
        return "http://127.0.0.1:" + port;
    }

    /** The secret that signs requests. */
    String secret() {
        return secret;
    }

    /** Writes the file of credentials that AWS's clients read. */
    Path credentials() throws IOException {
        return Files.writeString(
                folder.resolve("credentials"),
                "[default]\naws_access_key_id=" + IDENTITY + "\naws_secret_access_key=" + secret + "\n");
    }

    /** Ends the process. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
