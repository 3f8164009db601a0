package dev.weir.jobs;

import dev.weir.jobs.failure.CommandFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Asks an operator to confirm what a command is about to do, by typing the name of the domain.
 *
 * @param out where the question goes
 * @param given the answer that a script gave as an option; null if the option was not given
 */
record DomainPrompt(PrintWriter out, @Nullable String given) {

    /**
     * Returns only if the answer is the domain's name.
     *
     * @throws CommandFailure if the answer is anything else
     * @throws IOException if the answer cannot be read
     */
    void require(String domain) throws IOException {
        String answer = given == null ? ask(domain) : given;
        if (!domain.equals(answer)) {
            throw new CommandFailure(CommandFailure.FAILED, "not confirmed: nothing was done");
        }
    }

    private String ask(String domain) throws IOException {
        out.print("Type the domain's name (" + domain + ") to go on: ");
        out.flush();
        String line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        return line == null ? "" : line.strip();
    }
}
