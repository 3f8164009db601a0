package dev.weir.jobs.version;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The build of Weir that runs. */
public final class Build {

    private static final String FILE = "/dev/weir/jobs/version.properties";

    private Build() {}

    /**
     * Returns the version of Weir that the build has recorded.
     *
     * @throws IOException if it cannot be read
     */
    public static String version() throws IOException {
        Properties built = new Properties();
        try (InputStream in = Build.class.getResourceAsStream(FILE)) {
            if (in != null) {
                built.load(in);
            }
        }
        return built.getProperty("version", "of an unknown build");
    }
}
