package dev.weir.jobs.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The results of earlier replays in a folder. Their ledgers record what was spent, so no ledger is ever replaced. Before a
 * new {@code ledger.jsonl} is written, the old one is renamed with the first free number, such as {@code ledger-1.jsonl}.
 */
public final class EarlierReplays {

    /** The name of the file of releases in the folder of results. */
    public static final String RELEASED = "released.jsonl";

    /** The name of the card's file in the folder of results. */
    static final String CARD = "card.json";

    /** The name of the folder of private files in the folder of results. */
    static final String PRIVATE = "private";

    static final String LEDGER = "ledger.jsonl";

    private final Path out;
    private final Path secrets;

    private EarlierReplays(Path out) {
        this.out = out;
        this.secrets = out.resolve(PRIVATE);
    }

    /**
     * Returns the results in a folder.
     *
     * @param out the folder of results, which need not exist
     */
    public static EarlierReplays in(Path out) {
        return new EarlierReplays(out);
    }

    /** Whether the folder has the releases or a ledger of an earlier replay. */
    public boolean isThere() {
        return ledgers() > 0 || Files.exists(out.resolve(RELEASED));
    }

    /**
     * Returns a field of {@code card.json}.
     *
     * @param field the name of the field
     * @return no value if there is no card, if the card lacks the field, or if the card {@link #isUnreadable}
     */
    public Optional<String> card(String field) {
        try {
            return Optional.ofNullable(card().get(field)).map(JsonNode::asText);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Whether there is a card that cannot be read as a JSON object, or it cannot be determined whether there is a card. */
    public boolean isUnreadable() {
        try {
            card();
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private JsonNode card() throws IOException {
        Path file = out.resolve(CARD);
        if (Files.notExists(file)) {
            return MissingNode.getInstance();
        }
        JsonNode card = new ObjectMapper().readTree(file.toFile());
        if (!card.isObject()) {
            throw new IOException(file + " must be a JSON object");
        }
        return card;
    }

    /** Whether the card says that the whole folder is private, because a replay has written exact totals there. */
    public boolean isPrivate() {
        return card("private").map(Boolean::parseBoolean).orElse(false);
    }

    /** The number of ledgers in the folder: {@code ledger.jsonl} and the numbered ones. */
    public int ledgers() {
        return firstFree() - 1 + (hasLedger() ? 1 : 0);
    }

    /**
     * The file for the last replay's ledger. If {@code ledger.jsonl} still exists, this is the numbered file to which it will
     * be renamed; else the file with the highest number in use, or with the number 1 if none is.
     */
    public Path kept() {
        return numbered(hasLedger() ? firstFree() : Math.max(1, firstFree() - 1));
    }

    /** Renames {@code ledger.jsonl}, if it exists, to the first free number. */
    void keepLedger() throws IOException {
        if (hasLedger()) {
            Files.move(secrets.resolve(LEDGER), kept());
        }
    }

    private boolean hasLedger() {
        return Files.exists(secrets.resolve(LEDGER));
    }

    private int firstFree() {
        int number = 1;
        while (Files.exists(numbered(number))) {
            number++;
        }
        return number;
    }

    private Path numbered(int number) {
        return secrets.resolve("ledger-" + number + ".jsonl");
    }
}
