package dev.weir.benchmarks;

import dev.weir.operators.ledger.Ledger;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Opens ledgers of which a job writes a snapshot after another number of batches.
 *
 * @param place opens the ledgers
 * @param every the number of batches; 0 for no snapshots
 */
record SnapshotEvery(Ledger.Factory place, long every) implements Ledger.Factory {

    @Override
    public Ledger open(String domain, String pipeline) throws IOException {
        return with(place.open(domain, pipeline));
    }

    @Override
    public Ledger look(String domain, String pipeline) throws IOException {
        return with(place.look(domain, pipeline));
    }

    private Ledger with(Ledger ledger) {
        return (Ledger) Proxy.newProxyInstance(
                Ledger.class.getClassLoader(), new Class<?>[] {Ledger.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("batchesASnapshot")) {
                        return every;
                    }
                    try {
                        return method.invoke(ledger, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
