package dev.weir.jobs.calc;

import java.util.List;

/**
 * Something that a form asks for.
 *
 * @param name with underscores, as a batch file's header may spell it
 * @param says what it is, in a few words
 * @param alsoCalled what the accountant's messages call it
 */
record Option(String name, String says, List<String> alsoCalled) {

    static Option of(String name, String says, String... alsoCalled) {
        return new Option(name, says, List.of(alsoCalled));
    }

    /** As the command line spells it: {@code --max-partitions}. */
    String flag() {
        return "--" + name.replace('_', '-');
    }

    /** Both spellings, or the one there is. */
    String[] flags() {
        return name.contains("_") ? new String[] {flag(), "--" + name} : new String[] {flag()};
    }

    boolean isCalled(String other) {
        return name.equals(other) || alsoCalled.contains(other);
    }
}
