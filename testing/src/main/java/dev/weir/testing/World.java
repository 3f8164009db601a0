package dev.weir.testing;

import dev.weir.testing.published.WorldKey;

/**
 * One of the worlds of an audit: it has keys and units of its own.
 *
 * @param number the number of the world, at least 0
 */
public record World(int number) {

    /**
     * The name of a key in this world.
     *
     * @param key the key's own name
     */
    public String key(String key) {
        return new WorldKey(0, number, key).name();
    }

    /**
     * The name of a unit in this world.
     *
     * @param unit the unit's own name
     */
    public String unit(String unit) {
        return number + "/" + unit;
    }

    /**
     * A record of the canary unit: worlds without the canary have an empty slot in its place.
     *
     * @param <T> the record
     * @param record the record
     * @param emptied what is left of it where the canary is missing: the same time, and nothing that any query takes, such as a
     *     record without a unit
     */
    public <T> Entry<T> canary(T record, T emptied) {
        return new Entry<>(record, emptied);
    }

    /**
     * A record of anybody else, in all worlds.
     *
     * @param <T> the record
     * @param record the record
     */
    public <T> Entry<T> other(T record) {
        return new Entry<>(record, record);
    }

    /**
     * A record, with and without the canary.
     *
     * @param <T> the record
     * @param with what stands there in worlds with the canary
     * @param without what stands there in worlds without
     */
    public record Entry<T>(T with, T without) {}
}
