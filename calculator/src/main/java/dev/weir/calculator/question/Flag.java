package dev.weir.calculator.question;

/** Converts the names of options to the spelling of the command line. */
public final class Flag {

    private Flag() {}

    /**
     * The spelling of a name on the command line, for example {@code --max-partitions}.
     *
     * @param name the name of an option, with underscores
     */
    public static String of(String name) {
        return "--" + name.replace('_', '-');
    }
}
