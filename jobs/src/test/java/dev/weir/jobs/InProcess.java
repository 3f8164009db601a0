package dev.weir.jobs;

import java.io.PrintWriter;
import java.io.StringWriter;

/** The command line in this process, for tests of what it answers. {@link WeirProcess} is one that can be killed. */
final class InProcess {

    private InProcess() {}

    /**
     * Runs a command.
     *
     * @param out where its answer goes
     * @param err where all else goes; may be {@code out}
     * @return the exit code
     */
    static int weir(StringWriter out, StringWriter err, String... arguments) {
        return Weir.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
