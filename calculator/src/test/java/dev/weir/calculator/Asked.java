package dev.weir.calculator;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * A question to {@code calc}, asked without the rest of the command line, and its outcome.
 *
 * @param code 0, or 2 if the question is invalid
 * @param out the answer
 * @param err the refusal, one line
 */
record Asked(int code, String out, String err) {

    static Asked of(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = new CommandLine(CalcCommand.spec())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    if (e instanceof IllegalArgumentException) {
                        command.getErr().println(e.getMessage());
                        return 2;
                    }
                    throw e;
                })
                .execute(words);
        return new Asked(code, out.toString(), err.toString());
    }

    /** Asks a question given as one line; a tilde in a word becomes a blank. */
    static Asked line(String line) {
        String[] words = line.strip().split(" +");
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].replace('~', ' ');
        }
        return of(words);
    }
}
