package dev.weir.calculator.attack;

import dev.weir.calculator.question.Kind;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** What an attack is aimed at. */
enum Target {
    /** Exact values. */
    RAW(Attack::raw, "raw"),
    /** Values with fresh noise each time, and no account of what was spent. */
    FRESH(Attack::fresh, "fresh noise", "noise drawn again"),
    /** Weir, where the attacker knows all other people. */
    WEIR_KNOWING_OTHERS(Attack::weirKnowingOthers, "weir, adversary knows all others"),
    /** Weir. */
    WEIR(Attack::weir, "weir");

    /** Reads a target from a text that begins with one of its words. */
    static final Kind<Target> KIND = new Kind<>(
            "one of " + Arrays.stream(values()).map(Target::word).collect(Collectors.joining("; ")), Target::of);

    private final BiFunction<Attack, Setting, Success> success;
    private final String[] words;

    Target(BiFunction<Attack, Setting, Success> success, String... words) {
        this.success = success;
        this.words = words;
    }

    Success success(Attack attack, Setting setting) {
        return success.apply(attack, setting);
    }

    private String word() {
        return words[0];
    }

    private static Target of(String text) {
        String plain = text.toLowerCase(Locale.ROOT).replace('-', ' ').replace('_', ' ');
        return Arrays.stream(values())
                .filter(target -> Arrays.stream(target.words).anyMatch(plain::startsWith))
                .findFirst()
                .orElseThrow(() -> new NumberFormatException(text));
    }
}
