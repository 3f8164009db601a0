package dev.weir.jobs.kafka.topic;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;

/** Distinguishes brokers that cannot be reached from brokers that accept connections and do not answer. */
final class OpenPort {

    private static final int WAIT_MILLIS = 2000;

    private OpenPort() {}

    /**
     * Whether any of the brokers accepts connections.
     *
     * @param brokers host:port pairs, separated by commas
     */
    static boolean isAt(String brokers) {
        return Arrays.stream(brokers.split(",", -1)).anyMatch(OpenPort::takesConnections);
    }

    private static boolean takesConnections(String broker) {
        int colon = broker.lastIndexOf(':');
        InetSocketAddress address =
                new InetSocketAddress(broker.substring(0, colon), Integer.parseInt(broker.substring(colon + 1)));
        try (Socket socket = new Socket()) {
            socket.connect(address, WAIT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
