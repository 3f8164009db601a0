package dev.weir.operators.testing;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.rpc.AddressResolution;
import org.apache.flink.runtime.rpc.RpcSystem;
import org.apache.flink.runtime.rpc.RpcSystemLoader;
import org.apache.flink.runtime.rpc.pekko.PekkoRpcSystemLoader;
import org.jspecify.annotations.Nullable;

/**
 * Gives all embedded clusters of a test process one RPC system. Flink's own loader, which is used here once, unpacks a jar of 21 MB for each
 * cluster, and loads its classes again. The clusters share classes alone: each one has services of its own.
 */
public final class SharedRpcSystem implements RpcSystemLoader {

    private static @Nullable RpcSystem shared;

    /**
     * Flink's own loader has priority 0, and the smallest number is preferred. A process that a test starts, which has no Maven property,
     * loads as it does in production.
     */
    @Override
    public int getLoadPriority() {
        return System.getProperty("basedir") == null ? 1 : -1;
    }

    @Override
    public RpcSystem loadRpcSystem(Configuration config) {
        return new Lent(shared());
    }

    /** Loads the system into the temporary folder of the process, which outlives those of tests, and deletes its jar at the end. */
    private static synchronized RpcSystem shared() {
        if (shared == null) {
            RpcSystem loaded = new PekkoRpcSystemLoader().loadRpcSystem(new Configuration());
            Runtime.getRuntime().addShutdownHook(new Thread(loaded::close));
            shared = loaded;
        }
        return shared;
    }

    /** The shared system for one cluster, whose end does not close it. */
    private record Lent(RpcSystem system) implements RpcSystem {

        @Override
        public RpcServiceBuilder localServiceBuilder(Configuration config) {
            return system.localServiceBuilder(config);
        }

        @Override
        public RpcServiceBuilder remoteServiceBuilder(
                Configuration config, @Nullable String address, String portRange) {
            return system.remoteServiceBuilder(config, address, portRange);
        }

        @Override
        public String getRpcUrl(
                String host, int port, String endpoint, AddressResolution resolution, Configuration config)
                throws UnknownHostException {
            return system.getRpcUrl(host, port, endpoint, resolution, config);
        }

        @Override
        public InetSocketAddress getInetSocketAddressFromRpcUrl(String url) throws Exception {
            return system.getInetSocketAddressFromRpcUrl(url);
        }

        @Override
        public long getMaximumMessageSizeInBytes(Configuration config) {
            return system.getMaximumMessageSizeInBytes(config);
        }
    }
}
