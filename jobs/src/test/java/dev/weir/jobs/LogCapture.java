package dev.weir.jobs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;

/** Writes all log output of this process to a file, for tests that search it. The log level is lower than in any real run. */
public final class LogCapture implements AutoCloseable {

    private final LoggerContext context = (LoggerContext) LogManager.getContext(false);
    private final Configuration before = context.getConfiguration();
    private final Path file;

    private LogCapture(Path file) {
        this.file = file;
    }

    /** Starts to capture into {@code file}. */
    public static LogCapture into(Path file) {
        LogCapture capture = new LogCapture(file);
        capture.context.reconfigure(everythingInto(file));
        return capture;
    }

    private static Configuration everythingInto(Path file) {
        ConfigurationBuilder<BuiltConfiguration> builder = ConfigurationBuilderFactory.newConfigurationBuilder();
        builder.add(builder.newAppender("file", "File")
                .addAttribute("fileName", file.toString())
                .add(builder.newLayout("PatternLayout").addAttribute("pattern", "%d %-5p %c %m%n%throwable")));
        builder.add(builder.newRootLogger(Level.INFO).add(builder.newAppenderRef("file")));
        return builder.build(false);
    }

    /** Returns the log output so far. */
    public String text() throws IOException {
        // the bytes of the last character may be incomplete, because others write on
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        context.reconfigure(before);
    }
}
