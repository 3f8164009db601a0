package dev.weir.jobs.format.registry.access;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * User, password and trusted certificates for a registry, from a properties file with the names that Confluent's clients use. Its content is never
 * shown.
 */
public final class RegistryAccess implements Serializable {

    /** Access without a user, with the certificates that Java trusts. */
    public static final RegistryAccess OPEN = new RegistryAccess(null, null, "", "");

    private static final long serialVersionUID = 1L;

    private static final String USER = "basic.auth.user.info";
    private static final String STORE = "ssl.truststore.location";
    private static final String PASSWORD = "ssl.truststore.password";
    private static final String TYPE = "ssl.truststore.type";
    private static final Set<String> KNOWN = new TreeSet<>(Set.of(USER, STORE, PASSWORD, TYPE));

    /** An address of another machine without TLS. */
    private static final Pattern UNSAFE =
            Pattern.compile("http://(?!(localhost|127(\\.\\d{1,3}){3}|\\[::1\\])(:\\d*)?(/|$)).*");

    private final @Nullable String user;
    private final byte @Nullable [] store;
    private final String password;
    private final String type;

    private RegistryAccess(@Nullable String user, byte @Nullable [] store, String password, String type) {
        this.user = user;
        this.store = store;
        this.password = password;
        this.type = type;
    }

    /**
     * Reads properties, and the store of certificates that they name.
     *
     * @param properties the content of the file
     * @param file the properties file, relative to whose folder the store is named
     * @throws IllegalArgumentException if they are not usable, with a rule that shows no value
     */
    public static RegistryAccess of(Properties properties, Path file) {
        if (!KNOWN.containsAll(properties.stringPropertyNames())) {
            throw new IllegalArgumentException("must have no other properties than " + String.join(", ", KNOWN));
        }
        String user = properties.getProperty(USER);
        if (user != null && user.indexOf(':') < 1) {
            throw new IllegalArgumentException("must have a user and a password, joined by a colon, as " + USER);
        }
        String location = properties.getProperty(STORE);
        byte[] store = location == null ? null : bytes(file.resolveSibling(location));
        RegistryAccess access = new RegistryAccess(
                user,
                store,
                properties.getProperty(PASSWORD, ""),
                properties.getProperty(TYPE, KeyStore.getDefaultType()));
        access.context();
        return access;
    }

    private static byte[] bytes(Path store) {
        try {
            return Files.readAllBytes(store);
        } catch (IOException e) {
            throw new IllegalArgumentException("must name a readable store of certificates as " + STORE, e);
        }
    }

    /**
     * Whether an address would have a user and a password sent to another machine as they are.
     *
     * @param url the address of a registry
     */
    public boolean isOpenedBy(String url) {
        return user != null && UNSAFE.matcher(url).matches();
    }

    /** The value of the header {@code Authorization}; no value if there is no user. */
    public Optional<String> authorization() {
        return Optional.ofNullable(user)
                .map(named -> "Basic " + Base64.getEncoder().encodeToString(named.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * The certificates that are trusted; no value for those that Java trusts.
     *
     * @throws IllegalArgumentException if the store cannot be read
     */
    public Optional<SSLContext> context() {
        if (store == null) {
            return Optional.empty();
        }
        try {
            KeyStore trusted = KeyStore.getInstance(type);
            trusted.load(new ByteArrayInputStream(store), password.toCharArray());
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return Optional.of(context);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "must fit the store of certificates: " + STORE + ", " + PASSWORD + ", " + TYPE, e);
        }
    }

    /** Shows nothing of a secret. */
    @Override
    public String toString() {
        return user == null ? "without a user" : "with a user";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RegistryAccess access
                && Objects.equals(user, access.user)
                && Arrays.equals(store, access.store)
                && password.equals(access.password)
                && type.equals(access.type);
    }

    @Override
    public int hashCode() {
        return Objects.hash(user, Arrays.hashCode(store), password, type);
    }
}
