package dev.weir.jobs.calc;

import java.util.List;

/**
 * An option of a calculation.
 *
 * @param name with underscores, as a batch file's header may spell it
 * @param description what the option is, in a few words
 * @param parameters what the accountant calls the parameters that hold the option's value, where not by its name
 */
record Option(String name, String description, List<String> parameters) {

    static Option of(String name, String description, String... parameters) {
        return new Option(name, description, List.of(parameters));
    }

    /** The option on the command line: {@code --max-partitions}. */
    String flag() {
        return "--" + name.replace('_', '-');
    }

    /** Both spellings of the option, which may be equal. */
    String[] flags() {
        return name.contains("_") ? new String[] {flag(), "--" + name} : new String[] {flag()};
    }

    /** Whether the option's value becomes the accountant's parameter of that name. */
    boolean holds(String parameter) {
        return name.equals(parameter) || parameters.contains(parameter);
    }
}
