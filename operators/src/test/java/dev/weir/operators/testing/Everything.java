package dev.weir.operators.testing;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/**
 * Captures all log output of this process, down to debug messages, and all printed output, until it is closed. The output
 * goes nowhere else meanwhile.
 */
public final class Everything implements AutoCloseable {

    private static final org.apache.logging.log4j.Level FINEST = org.apache.logging.log4j.Level.DEBUG;

    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    private final PrintStream into = new PrintStream(heard, true, StandardCharsets.UTF_8);
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final LoggerContext context = LoggerContext.getContext(false);
    private final LoggerConfig root = context.getConfiguration().getRootLogger();
    private final org.apache.logging.log4j.Level rootLevel = root.getLevel();
    private final List<Appender> others = List.copyOf(root.getAppenders().values());
    private final Heard appender = new Heard();
    private final Logger platform = Logger.getLogger("");
    private final Level platformLevel = platform.getLevel();
    private final Handler handler = new Written();

    private final class Heard extends AbstractAppender {

        Heard() {
            super("everything", null, null, true, Property.EMPTY_ARRAY);
        }

        @Override
        public void append(LogEvent event) {
            into.println(event.getMessage().getFormattedMessage());
            if (event.getThrown() != null) {
                event.getThrown().printStackTrace(into);
            }
        }
    }

    private final class Written extends Handler {

        @Override
        public void publish(LogRecord message) {
            into.println(message.getMessage());
            if (message.getThrown() != null) {
                message.getThrown().printStackTrace(into);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private Everything() {
        appender.start();
        others.forEach(other -> root.removeAppender(other.getName()));
        root.addAppender(appender, FINEST, null);
        root.setLevel(FINEST);
        context.updateLoggers();
        handler.setLevel(Level.ALL);
        platform.addHandler(handler);
        platform.setLevel(Level.ALL);
        System.setOut(into);
        System.setErr(into);
    }

    /** Starts to capture. */
    public static Everything thatIsSaid() {
        return new Everything();
    }

    /** Returns what has been logged and printed so far. */
    public String text() {
        return heard.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        System.setOut(out);
        System.setErr(err);
        platform.removeHandler(handler);
        platform.setLevel(platformLevel);
        root.removeAppender(appender.getName());
        others.forEach(other -> root.addAppender(other, null, null));
        root.setLevel(rootLevel);
        context.updateLoggers();
        appender.stop();
    }
}
