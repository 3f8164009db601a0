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

    /** The name in the job of a query that each world has for itself: the key's own name is then the query's. */
    public String queryName() {
        return key + " " + scenario + "." + world;
    }

    /**
     * The world of a query's name that {@link #queryName} has written, with the query's own name as key.
     *
     * @param name the name in the job
     */
    static WorldKey ofQuery(String name) {
        int space = name.lastIndexOf(' ');
        int dot = name.indexOf('.', space);
        return new WorldKey(
                Integer.parseInt(name, space + 1, dot, 10),
                Integer.parseInt(name, dot + 1, name.length(), 10),
                name.substring(0, space));
    }

    /** Whether a key's name in the job tells the world. Names of rows with several attributes never contain a slash. */
    static boolean isWorldOf(String key) {
        return key.indexOf('/') >= 0;
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
