package dev.weir.jobs.demo.attacks.world;

/** What an attack is aimed at. */
public enum Target {
    /** Exact figures. */
    RAW("raw windows"),
    /** Figures with fresh noise each time, and no account. */
    NAIVE("naive noise"),
    /** The operators of Weir. */
    WEIR("Weir");

    private final String words;

    Target(String words) {
        this.words = words;
    }

    /** The target in words. */
    public String words() {
        return words;
    }
}
