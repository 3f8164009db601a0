package dev.weir.jobs.demo;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A day of edits of an invented encyclopedia, equal on every machine. It has some ten thousand accounts, fifty
 * languages, a few very busy robots, and one small language in which one account makes nearly all edits. Since the data
 * is about no real person, its exact figures may be shown.
 */
public final class SyntheticDay {

    /** The name of the small language. */
    public static final String SMALL = "l47";

    /** The name of the account that makes nearly all edits of the small language. */
    public static final String BUSY = "a10001";

    private static final long START = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();
    private static final int HOURS = 24;
    private static final int HOUR_MILLIS = 3_600_000;
    private static final int LANGUAGES = 50;
    private static final int ACCOUNTS = 10_000;
    private static final int ROBOTS = 4;
    private static final int ROBOT_EDITS = 1_500;
    private static final int BUSY_EDITS = 980;
    private static final int BUSY_FROM = 17;
    private static final double MORE = 0.72;
    private static final double SPREAD = 3.2;

    private final SplittableRandom random = new SplittableRandom(20260302);
    private final List<Edit> edits = new ArrayList<>();

    /** Draws the edits of the day, with a fixed seed. */
    public SyntheticDay() {
        for (int account = 1; account <= ACCOUNTS; account++) {
            addPerson(name(account));
        }
        for (int robot = 0; robot < ROBOTS; robot++) {
            addRobot(name(ACCOUNTS + 2 + robot));
        }
        addBusy();
        edits.sort(Comparator.comparingLong(Edit::time));
    }

    private record Edit(long time, String account, String language, int added) {}

    private static String name(int account) {
        return String.format("a%05d", account);
    }

    /** Returns the names of the languages, the most probable first, except for {@link #SMALL}. */
    public static List<String> languages() {
        return IntStream.rangeClosed(1, LANGUAGES)
                .mapToObj(i -> String.format("l%02d", i))
                .toList();
    }

    /**
     * Adds the edits of one account, in one sitting and one language. Most accounts edit a few times; few go on for
     * long.
     */
    private void addPerson(String account) {
        String language = language();
        long sitting = START + random.nextLong((long) HOURS * HOUR_MILLIS);
        do {
            add(sitting, account, language);
            sitting += 1 + random.nextLong(HOUR_MILLIS / 4);
        } while (random.nextDouble() < MORE && sitting < START + (long) HOURS * HOUR_MILLIS);
    }

    /**
     * Draws the language of an account. The probability of the i-th language falls about as 1 / i. Nine of ten accounts that
     * draw the small language are given {@code l01} instead, so that the small language has few accounts.
     */
    private String language() {
        double at = Math.exp(random.nextDouble() * Math.log(LANGUAGES + 1)) - 1;
        String drawn = languages().get(Math.min(LANGUAGES - 1, (int) at));
        return drawn.equals(SMALL) && random.nextInt(10) > 0 ? "l01" : drawn;
    }

    private void addRobot(String account) {
        for (int i = 0; i < ROBOT_EDITS; i++) {
            add(
                    START + random.nextLong((long) HOURS * HOUR_MILLIS),
                    account,
                    languages().get(random.nextInt(10)));
        }
    }

    private void addBusy() {
        long span = (long) (HOURS - BUSY_FROM) * HOUR_MILLIS;
        for (int i = 0; i < BUSY_EDITS; i++) {
            add(START + (long) BUSY_FROM * HOUR_MILLIS + random.nextLong(span), BUSY, SMALL);
        }
    }

    private void add(long time, String account, String language) {
        int added = (int) Math.exp(random.nextDouble() * SPREAD + random.nextDouble() * SPREAD);
        edits.add(new Edit(time, account, language, added));
    }

    /** Returns the number of edits, including those of the busy account. */
    public int size() {
        return edits.size();
    }

    /**
     * Writes the day as CSV.
     *
     * @param file the file, which is overwritten
     * @param withBusy whether the busy account's edits are written
     * @throws IOException if the file cannot be written
     */
    public void write(Path file, boolean withBusy) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            out.write("time,account,language,added\n");
            for (Edit edit : edits) {
                if (withBusy || !edit.account().equals(BUSY)) {
                    out.write(Instant.ofEpochMilli(edit.time()) + "," + edit.account() + "," + edit.language() + ","
                            + edit.added() + "\n");
                }
            }
        }
    }

    /**
     * Returns the exact number of edits of a language in each hour of the day, 24 numbers.
     *
     * @param language one of {@link #languages}
     * @param withBusy whether the busy account's edits count
     */
    public List<Long> hourly(String language, boolean withBusy) {
        long[] counts = new long[HOURS];
        for (Edit edit : edits) {
            if (edit.language().equals(language) && (withBusy || !edit.account().equals(BUSY))) {
                counts[(int) ((edit.time() - START) / HOUR_MILLIS)]++;
            }
        }
        return IntStream.range(0, HOURS).mapToObj(hour -> counts[hour]).toList();
    }

    /**
     * Returns how many accounts edit a language in the day. An account counts only in the first two languages that it
     * edits.
     *
     * @param language one of {@link #languages}
     */
    public long editors(String language) {
        Map<String, Set<String>> firstTwo = new HashMap<>();
        for (Edit edit : edits) {
            Set<String> languages = firstTwo.computeIfAbsent(edit.account(), account -> new HashSet<>());
            if (languages.size() < 2) {
                languages.add(edit.language());
            }
        }
        return firstTwo.values().stream()
                .filter(languages -> languages.contains(language))
                .count();
    }
}
