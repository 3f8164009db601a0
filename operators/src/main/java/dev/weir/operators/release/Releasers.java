package dev.weir.operators.release;

/** The releaser of each kind of window. */
final class Releasers {

    private Releasers() {}

    /** A releaser with nothing in it, for the keys of one key group. */
    static Releaser of(NoisyRelease release, KeyRows keys) {
        return new TumblingReleaser(release, keys);
    }
}
