package dev.weir.jobs;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * Runs the command line in this process, for tests of its output. {@link WeirProcess} runs it in a process that can be
 * killed.
 */
public final class InProcess {

    private InProcess() {}

    /**
     * Runs a command.
     *
     * @param out receives the answer
     * @param err receives all other output; may be {@code out}
     * @return the exit code
     */
    public static int weir(StringWriter out, StringWriter err, String... arguments) {
        return Weir.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
