package dev.weir.operators.encoding;

import java.util.Locale;

/** Spells the names of enum constants as they appear in files, outputs and ledgers. */
public final class Spelled {

    private Spelled() {}

    /**
     * Returns the name of a constant in lower case and with hyphens.
     *
     * @param choice the constant
     */
    public static String of(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
