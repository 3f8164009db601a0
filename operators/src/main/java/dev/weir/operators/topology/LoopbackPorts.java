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
 * the REST port can have a savepoint, which contains unit ids in clear, written to a folder of their choice. A job does
 * not set the ports of a cluster in processes of its own, so nothing is checked there.
 */
final class LoopbackPorts {

    private static final String LOOPBACK = "127.0.0.1";

    /** Flink's name for an execution inside this process. */
    private static final String LOCAL = "local";

    /**
     * The addresses of the REST port, of the blob server's, and of the data ports, which are open if there are several
     * task managers.
     */
    private static final List<ConfigOption<String>> ADDRESSES =
            List.of(RestOptions.BIND_ADDRESS, JobManagerOptions.BIND_HOST, TaskManagerOptions.BIND_HOST);

    private LoopbackPorts() {}

    /** Binds all ports to the loopback address, and switches off the changes that the web interface allows. */
    static void set(Configuration settings) {
        ADDRESSES.forEach(address -> settings.set(address, LOOPBACK));
        settings.set(WebOptions.SUBMIT_ENABLE, false);
        settings.set(WebOptions.CANCEL_ENABLE, false);
    }

    /** Adds a sentence for each setting that would open a port of this process, if the job runs in it. */
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
            // an empty name would count as the loopback address, and an option that is not set binds to all addresses
            return !address.isBlank()
                    && Stream.of(InetAddress.getAllByName(address)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
