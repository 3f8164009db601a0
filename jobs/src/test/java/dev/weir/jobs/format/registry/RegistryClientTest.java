package dev.weir.jobs.format.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.weir.jobs.failure.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests access to a registry, and what a start finds out about it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RegistryClientTest {

    private static final String SECRET = "reader:correct horse";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static RegistrySettings settings(String url, RegistryAccess access) {
        return new RegistrySettings(url, "rides-value", Integer.BYTES, Duration.ofMinutes(1), access, true);
    }

    private RegistryAccess access(String... properties) {
        Properties all = new Properties();
        for (int i = 0; i < properties.length; i += 2) {
            all.setProperty(properties[i], properties[i + 1]);
        }
        return RegistryAccess.of(all, folder.resolve("registry.properties"));
    }

    private static List<String> look(RegistrySettings settings) throws InterruptedException {
        return RegistryCheck.look(settings, schema -> Optional.of(schema));
    }

    @Test
    void a_user_and_a_password_open_a_registry_and_are_never_shown() throws Exception {
        try (StandInRegistry registry = new StandInRegistry().with(1, "rides-value", "the schema")) {
            registry.requireUser(SECRET);
            RegistryAccess access = access("basic.auth.user.info", SECRET);
            RegistrySettings known = settings(registry.url(), access);
            assertThat(new RegistryClient(known).schema(1)).isEqualTo(new RegistryAnswer.Known("the schema"));
            assertThat(known.toString()).doesNotContain("horse").doesNotContain("reader:");
            RegistrySettings unknown = settings(registry.url(), RegistryAccess.OPEN);
            assertThat(new RegistryClient(unknown).schema(1)).isInstanceOf(RegistryAnswer.None.class);
            assertThatThrownBy(() -> look(unknown))
                    .isInstanceOf(CommandFailure.class)
                    .hasMessage("source.registry: the schema registry refuses access (401): check"
                            + " source.registry.properties-file; nothing was started, start again when it answers");
        }
    }

    @Test
    void a_start_tells_a_wrong_subject_a_registry_that_is_down_and_a_newest_schema_that_does_not_fit()
            throws Exception {
        String url;
        try (StandInRegistry registry = new StandInRegistry().with(1, "drivers-value", "{}")) {
            url = registry.url();
            assertThatThrownBy(() -> look(settings(registry.url(), RegistryAccess.OPEN)))
                    .isInstanceOfSatisfying(CommandFailure.class, failure -> assertThat(failure.exitCode())
                            .isEqualTo(CommandFailure.WRONG))
                    .hasMessage("source.registry.subject: must be a subject of the registry, was rides-value");
            registry.with(2, "rides-value", "has no field id");
            assertThat(look(settings(url, RegistryAccess.OPEN)))
                    .containsExactly(
                            "source.registry.subject: its newest schema has no field id: messages of it are dead letters"
                                    + " SCHEMA");
            assertThatThrownBy(() -> look(settings(registry.url() + "/elsewhere", RegistryAccess.OPEN)))
                    .hasMessageContaining("does not speak the API of a schema registry at this address (404)");
        }
        assertThatThrownBy(() -> look(settings(url, RegistryAccess.OPEN)))
                .isInstanceOfSatisfying(CommandFailure.class, failure -> assertThat(failure.exitCode())
                        .isEqualTo(CommandFailure.FAILED))
                .hasMessageContaining("does not answer");
    }

    @Test
    void a_registry_behind_tls_is_believed_if_its_certificate_is_in_the_store() throws Exception {
        Path store = folder.resolve("store.p12");
        makeCertificate(store);
        HttpsServer server = HttpsServer.create();
        server.setHttpsConfigurator(new HttpsConfigurator(context(store)));
        try (StandInRegistry registry = new StandInRegistry(server).with(1, "rides-value", "the schema")) {
            String url = registry.url().replace("http:", "https:");
            RegistryAccess trusting = access(
                    "ssl.truststore.location", "store.p12",
                    "ssl.truststore.password", "changeit",
                    "ssl.truststore.type", "PKCS12");
            assertThat(patiently(new RegistryClient(settings(url, trusting))))
                    .isEqualTo(new RegistryAnswer.Known("the schema"));
            assertThat(new RegistryClient(settings(url, RegistryAccess.OPEN)).schema(1))
                    .isInstanceOf(RegistryAnswer.None.class);
        }
    }

    /** Asks again where a busy machine has let a handshake run out of time. */
    private static RegistryAnswer patiently(RegistryClient client) throws InterruptedException {
        RegistryAnswer answer = client.schema(1);
        for (int asked = 1; asked < 20 && answer instanceof RegistryAnswer.None; asked++) {
            answer = client.schema(1);
        }
        return answer;
    }

    private static void makeCertificate(Path store) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(
                "-genkeypair", "-alias", "registry", "-keyalg", "EC", "-dname", "CN=localhost", "-validity", "30"));
        command.addAll(List.of("-ext", "san=dns:localhost", "-storetype", "PKCS12", "-storepass", "changeit"));
        command.addAll(List.of("-keystore", store.toString()));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(keytool.getInputStream().readAllBytes()).isNotNull();
        assertThat(keytool.waitFor()).isZero();
    }

    private static SSLContext context(Path store) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "changeit".toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, "changeit".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    @Test
    void properties_that_are_not_usable_are_told_without_their_values() throws IOException {
        assertThatThrownBy(() -> access("basic.auth.user.info", "hunter2"))
                .hasMessage("must have a user and a password, joined by a colon, as basic.auth.user.info");
        assertThatThrownBy(() -> access("basic.auth.user", "hunter2"))
                .hasMessageStartingWith(
                        "must have no other properties than basic.auth.user.info, ssl.truststore.location")
                .hasMessageNotContaining("hunter2");
        Files.writeString(folder.resolve("store.p12"), "no store");
        assertThatThrownBy(() -> access("ssl.truststore.location", "store.p12", "ssl.truststore.password", "hunter2"))
                .hasMessageStartingWith("must fit the store of certificates")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void an_outage_begins_when_a_watch_of_its_own_notes_it_and_ends_with_an_answer() throws Exception {
        AtomicLong nanos = new AtomicLong(-5);
        try (StandInRegistry registry = new StandInRegistry()) {
            RegistryHealth health =
                    new RegistryHealth(new RegistryClient(settings(registry.url(), RegistryAccess.OPEN)), nanos::get);
            registry.answerWithPage("down");
            assertThat(health.answers()).isFalse();
            assertThat(health.isDownFor(Duration.ZERO)).isFalse();
            health.probe();
            nanos.addAndGet(Duration.ofSeconds(9).toNanos());
            health.probe();
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            assertThat(health.isDownFor(Duration.ofSeconds(10))).isTrue();
            assertThat(health.isDownFor(Duration.ofSeconds(11))).isFalse();
            registry.answerWithPage(null);
            health.probe();
            assertThat(health.isDownFor(Duration.ZERO)).isFalse();
        }
    }
}
