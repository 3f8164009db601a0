package dev.weir.operators.keys.text;

/**
 * Decides whether a text can be encoded in UTF-8 without a loss. Java's encoder writes the same question mark for every
 * unpaired surrogate, so two different texts with unpaired surrogates could become the same bytes.
 */
public final class WellFormedText {

    private WellFormedText() {}

    /**
     * Whether every surrogate in {@code text} is part of a pair.
     *
     * @param text any text
     */
    public static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return false;
            }
        }
        return true;
    }
}
