package dev.weir.accountant.continual.blt;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the factorisations that were found last. A search depends on the design and the number of buffers alone, and takes up to a second. A
 * process asks for the same factorisation often: a plan is priced again for its card, and rows of a batch differ in a step alone.
 */
public final class BltCache {

    private static final int MOST = 64;

    private static final Map<Key, Blt> FOUND = new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Blt> eldest) {
            return size() > MOST;
        }
    };

    private record Key(BltDesign design, int buffers) {}

    private BltCache() {}

    /**
     * The best parameters for a design, as {@link BltDesign#optimize(int)} finds them.
     *
     * @param design the error that the parameters minimise
     * @param buffers the number of buffers, from 1 to {@link BltDesign#MOST_BUFFERS}
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code buffers} is out of range
     */
    public static Blt optimized(BltDesign design, int buffers) {
        Key key = new Key(design, buffers);
        Blt known = find(key);
        if (known != null) {
            return known;
        }
        Blt found = design.optimize(buffers);
        synchronized (FOUND) {
            FOUND.put(key, found);
        }
        return found;
    }

    private static @Nullable Blt find(Key key) {
        synchronized (FOUND) {
            return FOUND.get(key);
        }
    }
}
