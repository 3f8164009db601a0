package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a process that is its own cluster cannot be reached from another machine. Access to Flink's ports would allow
 * savepoints, with plain unit ids, to be written to any place.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@EnabledOnOs(OS.LINUX)
@ExtendWith(BrokerExtension.class)
class OpenPortsIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    @Timeout(600)
    void run_listens_on_the_loopback_address_alone(EmbeddedBroker broker) throws Exception {
        RunningPipeline job = RunningPipeline.of(broker, "ports", folder);
        try (WeirProcess weir = job.start()) {
            awaitCheckpoint(weir);
            assertLoopbackOnly(ListeningSockets.of(weir.pid()), 2);
        }
    }

    @Test
    @Timeout(600)
    void a_job_of_the_java_api_listens_on_the_loopback_address_alone() throws Exception {
        String checkpoints = folder.resolve("checkpoints").toString();
        try (WeirProcess job = WeirProcess.start(EndlessJob.class, folder, "job", checkpoints)) {
            awaitCheckpoint(job);
            assertLoopbackOnly(ListeningSockets.of(job.pid()), 3);
        }
    }

    @Test
    @Timeout(600)
    void replay_listens_on_the_loopback_address_alone() throws Exception {
        Path examples = Snippet.repository().resolve("examples");
        try (WeirProcess replay = WeirProcess.start(
                folder,
                "replay",
                "replay",
                examples.resolve("rides.yaml").toString(),
                "--input=" + examples.resolve("rides.csv"),
                "--out=" + folder.resolve("out"))) {
            Set<InetSocketAddress> seen = new TreeSet<>(Comparator.comparing(InetSocketAddress::toString));
            while (replay.isRunning()) {
                seen.addAll(ListeningSockets.of(replay.pid()));
                Thread.sleep(20);
            }
            assertThat(replay.exitCode()).as(replay.said()).isZero();
            assertLoopbackOnly(seen, 3);
        }
    }

    /** Waits for a checkpoint, which shows that all parts of the cluster run. */
    private void awaitCheckpoint(WeirProcess process) throws Exception {
        Path checkpoints = folder.resolve("checkpoints");
        process.await(() -> !LiveFiles.checkpoints(checkpoints).isEmpty());
    }

    private static void assertLoopbackOnly(Collection<InetSocketAddress> sockets, int atLeast) throws IOException {
        assertThat(sockets).as("what the test looks at").hasSizeGreaterThanOrEqualTo(atLeast);
        assertThat(sockets).allSatisfy(socket -> assertThat(socket.getAddress().isLoopbackAddress())
                .as("%s", socket)
                .isTrue());
        for (InetAddress outer : outerAddresses()) {
            for (InetSocketAddress socket : sockets) {
                assertThatThrownBy(() -> new Socket(outer, socket.getPort()).close())
                        .as("%s port %s", outer, socket.getPort())
                        .isInstanceOf(ConnectException.class);
            }
        }
    }

    /** Returns the addresses of this machine that other machines can reach; none on a machine without a network. */
    private static List<InetAddress> outerAddresses() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress())
                .toList();
    }
}
