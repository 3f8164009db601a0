package dev.weir.testing.published;

/**
 * The name of a key in one world: worlds are copies of the key space inside one job, so that many trials cost one run.
 *
 * @param scenario the number of the scenario, at least 0
 * @param world the number of the world, at least 0
 * @param key the key's own name
 */
public record WorldKey(int scenario, int world, String key) {

    /** The name in the job. */
    public String name() {
        return scenario + "." + world + "/" + key;
    }

    /**
     * The key that a name stands for.
     *
     * @param name as {@link #name} writes it
     */
    public static WorldKey of(String name) {
        int dot = name.indexOf('.');
        int slash = name.indexOf('/');
        return new WorldKey(
                Integer.parseInt(name, 0, dot, 10),
                Integer.parseInt(name, dot + 1, slash, 10),
                name.substring(slash + 1));
    }
}
