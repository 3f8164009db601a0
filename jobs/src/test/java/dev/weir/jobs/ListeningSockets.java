package dev.weir.jobs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** Lists the TCP sockets, IPv4 and IPv6, on which a process listens, as reported by Linux and not by its configuration. */
final class ListeningSockets {

    private static final String LISTENING = "0A";

    /** Columns of a line of {@code /proc/PID/net/tcp}. */
    private static final int LOCAL_ADDRESS = 1;

    private static final int STATE = 3;
    private static final int INODE = 9;

    private ListeningSockets() {}

    /** Returns the addresses of a process's listening sockets; none if the process has ended, or ends while it is looked at. */
    static List<InetSocketAddress> of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        List<InetSocketAddress> sockets = new ArrayList<>();
        try {
            Set<String> own = inodes(process.resolve("fd"));
            for (String table : new String[] {"tcp", "tcp6"}) {
                for (String line : Files.readAllLines(process.resolve("net").resolve(table))) {
                    String[] columns = line.strip().split("\\s+", -1);
                    if (columns[STATE].equals(LISTENING) && own.contains(columns[INODE])) {
                        sockets.add(address(columns[LOCAL_ADDRESS]));
                    }
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        return sockets;
    }

    /** Returns the inodes of the open sockets of a process. */
    private static Set<String> inodes(Path descriptors) throws IOException {
        Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> open = Files.newDirectoryStream(descriptors)) {
            for (Path descriptor : open) {
                String target = target(descriptor);
                if (target.startsWith("socket:[")) {
                    inodes.add(target.substring("socket:[".length(), target.length() - 1));
                }
            }
        }
        return inodes;
    }

    /** Returns the target of a descriptor; empty if it has been closed in the meantime. */
    private static String target(Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    /** Parses {@code ADDRESS:PORT}. The address is written in words of 32 bits in the machine's byte order. */
    private static InetSocketAddress address(String hex) throws UnknownHostException {
        String[] parts = hex.split(":", -1);
        ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(parts[0])).order(ByteOrder.nativeOrder());
        ByteBuffer network = ByteBuffer.allocate(words.capacity());
        while (words.hasRemaining()) {
            network.putInt(words.getInt());
        }
        return new InetSocketAddress(InetAddress.getByAddress(network.array()), Integer.parseInt(parts[1], 16));
    }
}
