package dev.weir.jobs;

import dev.weir.jobs.spelling.Nearest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Finds the known option or command that a user probably meant by an unknown word of the command line. If a required
 * option is misspelt, the parser reports the option as missing; naming the misspelt word is the better message.
 */
final class Misspelling {

    private Misspelling() {}

    /** Returns a sentence about the first misspelt word; empty if no unknown word is close to a known one. */
    static Optional<String> in(ParameterException e) {
        CommandLine command = e.getCommandLine();
        Set<String> known = known(command);
        return words(e, command).stream()
                .filter(word -> !known.contains(word))
                .flatMap(word -> meant(word, known).stream())
                .findFirst();
    }

    private static Optional<String> meant(String word, Set<String> known) {
        String near = Nearest.of(word, known);
        return near.isEmpty() ? Optional.empty() : Optional.of(word + ": unknown; did you mean " + near + "?");
    }

    /**
     * Returns the words that may be misspelt: the arguments that the parser could not match, or else all long options.
     */
    private static List<String> words(ParameterException e, CommandLine command) {
        List<String> words = e instanceof UnmatchedArgumentException unmatched
                ? unmatched.getUnmatched()
                : command.getParseResult() == null
                        ? List.of()
                        : command.getParseResult().originalArgs().stream()
                                .filter(Misspelling::isLongOption)
                                .toList();
        return words.stream().map(Misspelling::name).toList();
    }

    /** Returns whether a word is a long option. A long option that was mistyped with a single dash counts too. */
    private static boolean isLongOption(String word) {
        return word.startsWith("--") || (word.startsWith("-") && word.length() > 2 && !word.startsWith("-D"));
    }

    private static String name(String word) {
        int equals = word.indexOf('=');
        return word.startsWith("-") && equals > 0 ? word.substring(0, equals) : word;
    }

    private static Set<String> known(CommandLine command) {
        Set<String> known = new TreeSet<>(command.getCommandSpec().optionsMap().keySet());
        known.addAll(command.getSubcommands().keySet());
        return known;
    }
}
