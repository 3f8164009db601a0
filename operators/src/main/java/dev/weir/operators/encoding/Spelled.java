package dev.weir.operators.encoding;

import java.util.Locale;

/** Spells the names of enums as files, outputs and ledgers have them. */
public final class Spelled {

    private Spelled() {}

    /**
     * The name of a constant in lower case and with hyphens.
     *
     * @param choice the constant
     */
    public static String of(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
