package dev.weir.operators.encoding;

import java.util.Locale;

/** The names of enums as files, outputs and ledgers spell them. */
public final class Spelled {

    private Spelled() {}

    /** The name of a choice, written small and with hyphens. */
    public static String of(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
