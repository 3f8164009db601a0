package dev.weir.jobs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Twenty hours of synthetic edits in CSV: one line every six seconds. Lines are out of order by up to the delay of a minute.
 * Every fourth line is so late that all of its windows have been closed, every tenth so late that only the short ones have,
 * and every fiftieth is broken. {@link Containment#CANARY} is in every unit id, broken line and undeclared key.
 */
final class MadeUpStream {

    private static final String CANARY = Containment.CANARY;

    static final int LINES = 12_000;
    static final Instant START = Instant.parse("2026-03-02T00:05:00Z");

    private static final int STEP_MILLIS = 6000;
    private static final String[] KEYS = {"en", "de", "fr", "a/b", CANARY + "-key"};

    private MadeUpStream() {}

    /** Writes the stream, which is always the same. */
    static Path write(Path file) throws IOException {
        SplittableRandom random = new SplittableRandom(42);
        List<String> lines = new ArrayList<>(LINES + 1);
        lines.add("time,unit,key,value");
        for (int i = 0; i < LINES; i++) {
            lines.add(line(i, random));
        }
        return Files.write(file, lines, StandardCharsets.UTF_8);
    }

    /** Returns the time of the clock when this fraction of the stream has been written, in epoch milliseconds. */
    static long timeAt(double part) {
        return START.toEpochMilli() + Math.round(part * LINES) * STEP_MILLIS;
    }

    private static String line(int i, SplittableRandom random) {
        Instant now = START.plusMillis((long) i * STEP_MILLIS);
        String unit = CANARY + "-unit-" + random.nextInt(300);
        String key = KEYS[random.nextInt(KEYS.length)];
        int value = random.nextInt(-20, 150);
        if (i % 50 == 7) {
            return broken(i / 50, now, unit);
        }
        return now.minusMillis(behind(i, random)) + "," + unit + "," + key + "," + value;
    }

    private static long behind(int i, SplittableRandom random) {
        if (i == 0) {
            return 0;
        }
        if (i > 1000 && i % 4 == 1) {
            return 5_400_000;
        }
        return i > 1000 && i % 10 == 2 ? 900_000 : random.nextInt(60_000);
    }

    private static String broken(int number, Instant now, String unit) {
        return switch (number % 5) {
            case 0 -> CANARY + " broken line";
            case 1 -> now + "," + unit + ",en," + CANARY + "-number";
            case 2 -> CANARY + "-time," + unit + ",en,5";
            case 3 -> now.plusSeconds(40L * 86_400) + "," + unit + ",en,5";
            default -> now + "," + unit + ",," + "5";
        };
    }
}
