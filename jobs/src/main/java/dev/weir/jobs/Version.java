package dev.weir.jobs;

import dev.weir.jobs.version.Build;
import java.io.IOException;
import org.apache.flink.runtime.util.EnvironmentInformation;
import picocli.CommandLine.IVersionProvider;

/** The versions of Weir, of Flink and of Java. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {
            "weir " + Build.version() + ", Flink " + EnvironmentInformation.getVersion() + ", Java "
                    + System.getProperty("java.version")
        };
    }
}
