package dev.weir.jobs.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What earlier replays have left in a folder. Their ledgers say what they have spent, so none is ever replaced: the one that is called
 * {@code ledger.jsonl} gets the first number that is free, as {@code ledger-1.jsonl}, before another takes its name.
 */
public final class EarlierReplays {

    /** The file of what a replay has released, in its folder of results. */
    public static final String RELEASED = "released.jsonl";

    /** The file of what a pipeline promises, in its folder of results. */
    static final String CARD = "card.json";

    /** The folder of what stays in the trusted base, in the folder of results. */
    static final String PRIVATE = "private";

    static final String LEDGER = "ledger.jsonl";

    private final Path out;
    private final Path secrets;

    private EarlierReplays(Path out) {
        this.out = out;
        this.secrets = out.resolve(PRIVATE);
    }

    /** What there is in a folder of results, which need not exist. */
    public static EarlierReplays in(Path out) {
        return new EarlierReplays(out);
    }

    /** Whether there are releases, or the ledger of some. */
    public boolean isThere() {
        return ledgers() > 0 || Files.exists(out.resolve(RELEASED));
    }

    /**
     * What {@code card.json} says in one of its fields.
     *
     * @param field the field's name
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

    /** Whether all that is there is private, by its card: a replay has written exact totals there. */
    public boolean isPrivate() {
        return card("private").map(Boolean::parseBoolean).orElse(false);
    }

    /** How many ledgers there are, the numbered ones included. */
    public int ledgers() {
        return firstFree() - 1 + (hasLedger() ? 1 : 0);
    }

    /** Where the last replay's ledger is kept: its next number if it still has its own name, else the highest number in use. */
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
