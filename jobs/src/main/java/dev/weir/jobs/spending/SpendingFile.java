package dev.weir.jobs.spending;

import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The file of a replay ledger on disk.
 *
 * @param file the path of the file, in the folder of the ledgers
 */
record SpendingFile(Path file) {

    /** The hash to which a line after these lines is chained. */
    static String lastHash(List<SpendingLine> lines) {
        return lines.isEmpty()
                ? SpendingLine.BEGINNING
                : lines.get(lines.size() - 1).hash();
    }

    /**
     * Reads the lines; none if the file does not exist.
     *
     * @throws StartRefused if the file is damaged, or cannot be read
     */
    List<SpendingLine> lines() {
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        List<SpendingLine> lines = new ArrayList<>();
        for (String text : texts()) {
            lines.add(line(text, lines));
        }
        return lines;
    }

    private SpendingLine line(String text, List<SpendingLine> before) {
        try {
            return SpendingLine.parse(text, lastHash(before));
        } catch (SpendingLine.Unreadable e) {
            throw broken("line " + (before.size() + 1) + " " + e.getMessage());
        }
    }

    /** Reads the texts of the lines, at least one. Every line must have a line end. */
    private List<String> texts() {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw unusable(file.getFileName() + " must be a file that can be read, and no link");
        }
        try {
            String text = Files.readString(file);
            if (!text.endsWith("\n")) {
                throw broken(text.isEmpty() ? "it is empty" : "its end is missing");
            }
            return List.of(text.substring(0, text.length() - 1).split("\n", -1));
        } catch (CharacterCodingException e) {
            throw broken("it is not text");
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private StartRefused broken(String why) {
        return new StartRefused(
                StartRefused.Code.LEDGER_BROKEN,
                file + ": " + why + ": what was spent cannot be told; restore the file from a backup");
    }

    /** The refusal of a ledger that could not be read from disk or written to it. */
    StartRefused unusable(IOException e) {
        return unusable("cannot be read or written (" + e.getClass().getSimpleName() + ")");
    }

    /** The refusal of a ledger that breaks a rule. */
    StartRefused unusable(String rule) {
        return new StartRefused(
                StartRefused.Code.LEDGER_UNUSABLE,
                "--ledger: " + file.getParent() + ": " + rule + "; see weir replay --help");
    }
}
