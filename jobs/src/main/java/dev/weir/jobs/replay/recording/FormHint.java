package dev.weir.jobs.replay.recording;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** Guesses the format of a file whose first line does not name columns, from its first bytes. No hint quotes these bytes. */
final class FormHint {

    private static final String EXPORT = ": export it as CSV in UTF-8";

    /** The hints by the beginning of a file, decoded as Latin-1, which has one character for each byte. */
    private static final Map<String, String> BEGINNINGS = Map.of(
            "{",
            "it looks like JSON: set source.format to json",
            "\u00ff\u00fe",
            "it is in UTF-16: write it in UTF-8",
            "\u00fe\u00ff",
            "it is in UTF-16: write it in UTF-8",
            "PK\u0003\u0004",
            "it is a spreadsheet or a zip archive" + EXPORT,
            "PAR1",
            "it is a Parquet file" + EXPORT,
            "SQLite",
            "it is a database" + EXPORT);

    private FormHint() {}

    /**
     * Returns the hint for a first line.
     *
     * @param line the bytes up to the first LF, possibly truncated
     */
    static String of(byte[] line) {
        String text = new String(line, StandardCharsets.ISO_8859_1);
        Optional<String> known = BEGINNINGS.entrySet().stream()
                .filter(beginning -> text.startsWith(beginning.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
        return known.orElse(
                text.indexOf('\r') >= 0
                        ? "its lines end with CR alone: they must end with LF, or CR LF"
                        : "check its encoding and the quotes of its first line");
    }
}
