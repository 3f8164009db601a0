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
 * <p>Flink's ports ask for no password, and without these settings they are open to the network: whoever reaches the REST
 * port can have a savepoint, which holds unit ids in clear, written to a folder of their choice. The ports of a cluster in
 * processes of its own are not set by a job, so nothing is checked there.
 */
final class LoopbackPorts {

    private static final String LOOPBACK = "127.0.0.1";

    /** Flink's name for an execution inside this process. */
    private static final String LOCAL = "local";

    /** The REST port; the blob server's; the data ports, which are open where there are several task managers. */
    private static final List<ConfigOption<String>> ADDRESSES =
            List.of(RestOptions.BIND_ADDRESS, JobManagerOptions.BIND_HOST, TaskManagerOptions.BIND_HOST);

    private LoopbackPorts() {}

    /** Binds all ports to the loopback address, and switches off what the web interface could change. */
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
            // an empty name would count as the loopback address, and an option that is not set binds to all
            return !address.isBlank()
                    && Stream.of(InetAddress.getAllByName(address)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
