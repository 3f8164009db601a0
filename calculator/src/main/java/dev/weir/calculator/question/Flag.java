package dev.weir.calculator.question;

/** Names of options as the command line spells them. */
public final class Flag {

    private Flag() {}

    /**
     * A name as the command line spells it: {@code --max-partitions}.
     *
     * @param name with underscores
     */
    public static String of(String name) {
        return "--" + name.replace('_', '-');
    }
}
