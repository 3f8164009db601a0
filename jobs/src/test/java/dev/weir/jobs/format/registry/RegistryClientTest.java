package dev.weir.jobs.format.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.format.registry.access.RegistryAccess;
import dev.weir.jobs.format.registry.access.RegistrySettings;
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
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests access to a registry, and what a start finds out about it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RegistryClientTest {

    private static final Duration PATIENT = Duration.ofMinutes(1);
    private static final RegisteredSchema THE_SCHEMA = new RegisteredSchema(1, "AVRO", "the schema");
    private static final String SECRET = "reader:correct horse";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static RegistrySettings settings(String url, RegistryAccess access) {
        return new RegistrySettings(url, "rides-value", Integer.BYTES, access, true, RegistrySettings.AVRO);
    }

    private RegistryAccess access(String... properties) {
        Properties all = new Properties();
        for (int i = 0; i < properties.length; i += 2) {
            all.setProperty(properties[i], properties[i + 1]);
        }
        return RegistryAccess.of(all, folder.resolve("registry.properties"));
    }

    private static List<String> check(RegistrySettings settings) throws InterruptedException {
        return RegistryCheck.check(settings, schema -> Optional.of(schema));
    }

    @Test
    void a_user_and_a_password_open_a_registry_and_are_never_shown() throws Exception {
        try (StandInRegistry registry = new StandInRegistry().with(1, "rides-value", "the schema")) {
            registry.requireUser(SECRET);
            RegistryAccess access = access("basic.auth.user.info", SECRET);
            RegistrySettings known = settings(registry.url(), access);
            assertThat(new RegistryClient(known).newest()).contains(THE_SCHEMA);
            assertThat(known.toString()).doesNotContain("horse").doesNotContain("reader:");
            RegistrySettings unknown = settings(registry.url(), RegistryAccess.OPEN);
            assertThatThrownBy(() -> new RegistryClient(unknown).versions()).isInstanceOf(RegistrySilent.class);
            assertThatThrownBy(() -> check(unknown))
                    .isInstanceOf(CommandFailure.class)
                    .hasMessage("source.registry: the schema registry refuses access (401): check"
                            + " its properties-file; nothing was started, start again when it answers");
        }
    }

    @Test
    void a_start_tells_a_wrong_subject_a_registry_that_is_down_and_a_newest_schema_that_does_not_fit()
            throws Exception {
        String url;
        try (StandInRegistry registry = new StandInRegistry().with(1, "drivers-value", "{}")) {
            url = registry.url();
            assertThatThrownBy(() -> check(settings(registry.url(), RegistryAccess.OPEN)))
                    .isInstanceOfSatisfying(CommandFailure.class, failure -> assertThat(failure.exitCode())
                            .isEqualTo(CommandFailure.WRONG))
                    .hasMessage(
                            "source.registry.subject: must be a subject of the registry with a schema, was rides-value");
            registry.with(2, "rides-value", "has no field id");
            assertThat(check(settings(url, RegistryAccess.OPEN)))
                    .containsExactly(
                            "source.registry.subject: its newest schema has no field id: messages of it are dead letters"
                                    + " SCHEMA");
            assertThatThrownBy(() -> check(settings(registry.url() + "/elsewhere", RegistryAccess.OPEN)))
                    .hasMessageContaining("does not speak the API of a schema registry at this address (404)");
        }
        assertThatThrownBy(() -> check(settings(url, RegistryAccess.OPEN)))
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
            assertThat(new RegistryClient(settings(url, trusting), PATIENT).newest())
                    .contains(THE_SCHEMA);
            assertThatThrownBy(() -> new RegistryClient(settings(url, RegistryAccess.OPEN)).newest())
                    .isInstanceOf(RegistrySilent.class);
        }
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
    void a_user_and_a_password_are_for_https_and_for_this_machine() {
        RegistryAccess secret = access("basic.auth.user.info", SECRET);
        assertThat(List.of("http://a:8081", "http://localhost.a", "http://127.0.0.1.a/", "http://10.0.0.7/127.0.0.1"))
                .allMatch(secret::isOpenedBy)
                .noneMatch(RegistryAccess.OPEN::isOpenedBy);
        assertThat(List.of("https://a:8081", "http://localhost:8081", "http://127.0.0.1/api", "http://[::1]"))
                .noneMatch(secret::isOpenedBy);
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

    /** The bound holds for the whole answer: headers and a first byte that come in time do not hold it open. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UP")
    void an_answer_that_stalls_is_too_long_or_is_none_ends_with_a_reason(StandInRegistry.State state) throws Exception {
        try (StandInRegistry registry = new StandInRegistry().with(1, "rides-value", "{}")) {
            registry.become(state);
            Duration bound = state == StandInRegistry.State.STALLED ? Duration.ofMillis(200) : PATIENT;
            RegistryClient client = new RegistryClient(settings(registry.url(), RegistryAccess.OPEN), bound);
            assertThatThrownBy(client::versions)
                    .isInstanceOf(RegistrySilent.class)
                    .hasMessageMatching("(does not|has not) (answer|answered|speak) .*");
            registry.become(StandInRegistry.State.UP);
            RegistryClient again = new RegistryClient(settings(registry.url(), RegistryAccess.OPEN), PATIENT);
            assertThat(again.versions()).containsExactly(1);
        }
    }

    @Test
    void a_subject_of_a_context_is_asked_for_with_its_context() throws Exception {
        String subject = ":.town:all rides-value";
        RegistrySettings settings;
        try (StandInRegistry registry = new StandInRegistry()) {
            settings = new RegistrySettings(
                    registry.url(), subject, Integer.BYTES, RegistryAccess.OPEN, true, RegistrySettings.AVRO);
            assertThat(new RegistryClient(settings, PATIENT).versions()).isEmpty();
            assertThat(registry.questions())
                    .containsExactly("/subjects/%3A.town%3Aall%20rides-value/versions?deleted=true");
        }
    }
}
