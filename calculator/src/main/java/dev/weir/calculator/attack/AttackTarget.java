package dev.weir.calculator.attack;

import dev.weir.calculator.question.Kind;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What an attack is aimed at. */
enum AttackTarget {

    /** Exact values. */
    RAW("raw", "raw") {
        @Override
        Success success(Attack attack, Setting setting) {
            return attack.raw(setting);
        }
    },

    /** Values with fresh noise each time, and no account of what was spent. */
    FRESH("fresh noise", "noise drawn again") {
        @Override
        Success success(Attack attack, Setting setting) {
            return attack.fresh(setting);
        }
    },

    /** Weir, where the attacker uses that he knows all other people. */
    WEIR_KNOWING_OTHERS("weir, adversary knows all others", "weir knowing others") {
        @Override
        Success success(Attack attack, Setting setting) {
            return attack.weirKnowingOthers(setting);
        }
    },

    /** Weir. */
    WEIR("weir", "weir") {
        @Override
        Success success(Attack attack, Setting setting) {
            return attack.weir(setting);
        }
    };

    /** Reads a target from a text that begins with its words. */
    static final Kind<AttackTarget> KIND = new Kind<>(
            "one of " + Arrays.stream(values()).map(target -> target.words).collect(Collectors.joining("; ")),
            AttackTarget::of);

    private final String words;
    private final String otherWords;

    AttackTarget(String words, String otherWords) {
        this.words = words;
        this.otherWords = otherWords;
    }

    private static AttackTarget of(String text) {
        String plain = text.toLowerCase(Locale.ROOT).replace('-', ' ').replace('_', ' ');
        return Arrays.stream(values())
                .filter(target -> plain.startsWith(target.words) || plain.startsWith(target.otherWords))
                .findFirst()
                .orElseThrow(() -> new NumberFormatException(text));
    }

    /** How often an attack on this target succeeds. */
    abstract Success success(Attack attack, Setting setting);
}
