package dev.weir.operators.topology;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;

/**
 * Binds the ports of a Flink cluster inside this process to the loopback address.
 *
 * <p>Flink's ports ask for no password, and without these settings they are open to the network. Anybody who reaches
 * the REST port can make the cluster write a savepoint, which contains unit ids in clear text, to a folder of their
 * choice. If the cluster runs in other processes, the job does not set the cluster's ports, so nothing is checked.
 */
final class LoopbackPorts {

    private static final String LOOPBACK = "127.0.0.1";

    /** Flink's name for an execution inside this process. */
    private static final String LOCAL = "local";

    /**
     * The options with the addresses of the REST port, of the blob server's port, and of the data ports, which are open
     * if there are several task managers.
     */
    private static final List<ConfigOption<String>> ADDRESSES =
            List.of(RestOptions.BIND_ADDRESS, JobManagerOptions.BIND_HOST, TaskManagerOptions.BIND_HOST);

    private LoopbackPorts() {}

    /** Binds all ports to the loopback address, and disables submitting and cancelling jobs in the web interface. */
    static void set(Configuration settings) {
        ADDRESSES.forEach(address -> settings.set(address, LOOPBACK));
        settings.set(WebOptions.SUBMIT_ENABLE, false);
        settings.set(WebOptions.CANCEL_ENABLE, false);
    }

    /** If the job runs in this process, adds a sentence to {@code faults} for each setting that is unsafe. */
    static void check(ReadableConfig configuration, List<String> faults) {
        if (LOCAL.equalsIgnoreCase(configuration.get(DeploymentOptions.TARGET))) {
            ADDRESSES.forEach(address -> check(address, configuration, faults));
            if (configuration.get(WebOptions.SUBMIT_ENABLE)) {
                faults.add(WebOptions.SUBMIT_ENABLE.key() + " must be false where the job runs in this process");
            }
        }
    }

    private static void check(ConfigOption<String> address, ReadableConfig configuration, List<String> faults) {
        if (!isLoopback(configuration.getOptional(address).orElse(""))) {
            faults.add(address.key() + " must be a loopback address, such as " + LOOPBACK
                    + ", where the job runs in this process: its ports ask for no password");
        }
    }

    private static boolean isLoopback(String address) {
        try {
            // Java resolves an empty name to the loopback address, but Flink binds to all addresses if the option is
            // not set.
            return !address.isBlank()
                    && Stream.of(InetAddress.getAllByName(address)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
