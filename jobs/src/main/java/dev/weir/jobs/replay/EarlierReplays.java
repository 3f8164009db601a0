package dev.weir.jobs.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The results of earlier replays in a folder. Their ledgers say what they have spent, so none is ever replaced: the one
 * that is called {@code ledger.jsonl} gets the first number that is free, as {@code ledger-1.jsonl}, before another
 * takes its name.
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
     * The results in a folder.
     *
     * @param out the folder of results, which need not exist
     */
    public static EarlierReplays in(Path out) {
        return new EarlierReplays(out);
    }

    /** Whether there are releases, or the ledger of some. */
    public boolean isThere() {
        return ledgers() > 0 || Files.exists(out.resolve(RELEASED));
    }

    /**
     * A field of {@code card.json}.
     *
     * @param field the name of the field
     * @return empty if there is no card, or it has no such field, or {@link #isUnreadable}
     */
    public Optional<String> card(String field) {
        try {
            return Optional.ofNullable(card().get(field)).map(JsonNode::asText);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Whether there is a card that cannot be read, or it cannot be told whether there is one. */
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

    /**
     * Whether the card says that everything in the folder is private, because a replay has written exact totals there.
     */
    public boolean isPrivate() {
        return card("private").map(Boolean::parseBoolean).orElse(false);
    }

    /** How many ledgers there are, the numbered ones included. */
    public int ledgers() {
        return firstFree() - 1 + (hasLedger() ? 1 : 0);
    }

    /**
     * The file in which the last replay's ledger is kept: its next number if it still has its own name, else the
     * highest number in use.
     */
    public Path kept() {
        return numbered(hasLedger() ? firstFree() : Math.max(1, firstFree() - 1));
    }

    /** Gives the ledger of the last replay its number, if there is one. */
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
