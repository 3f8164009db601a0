package dev.weir.operators.api;

import java.time.Duration;
import java.time.Instant;

/**
 * A synthetic record, computed from its number: one a minute from midnight on, three users, and three places of which one is
 * not declared.
 */
public record Visit(long number) {

    static final Instant START = Instant.parse("2026-03-02T00:00:00Z");

    Instant time() {
        return START.plus(Duration.ofMinutes(number));
    }

    String visitor() {
        return "visitor-" + number % 3;
    }

    String place() {
        return new String[] {"harbour", "market", "hills"}[(int) (number / 3 % 3)];
    }

    long spent() {
        return number % 100;
    }
}
