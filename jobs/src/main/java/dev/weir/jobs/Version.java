package dev.weir.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.apache.flink.runtime.util.EnvironmentInformation;
import picocli.CommandLine.IVersionProvider;

/** The versions of Weir, of Flink and of Java. */
final class Version implements IVersionProvider {

    private static final String FILE = "/dev/weir/jobs/version.properties";

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {
            "weir " + weir() + ", Flink " + EnvironmentInformation.getVersion() + ", Java "
                    + System.getProperty("java.version")
        };
    }

    /** Returns the version of Weir that the build has recorded. */
    private static String weir() throws IOException {
        Properties built = new Properties();
        try (InputStream in = Version.class.getResourceAsStream(FILE)) {
            if (in != null) {
                built.load(in);
            }
        }
        return built.getProperty("version", "of an unknown build");
    }
}
