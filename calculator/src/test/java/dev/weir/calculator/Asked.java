package dev.weir.calculator;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * A question that was put to {@code calc}, without the rest of the command line.
 *
 * @param code 0, or 2 where the question is wrong
 * @param out what was answered
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

    /** Asks the words of a line, with a blank in a word for each tilde. */
    static Asked line(String line) {
        String[] words = line.strip().split(" +");
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].replace('~', ' ');
        }
        return of(words);
    }
}
