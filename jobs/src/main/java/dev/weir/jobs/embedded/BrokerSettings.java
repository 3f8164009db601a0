package dev.weir.jobs.embedded;

import java.nio.file.Path;
import java.util.Properties;

/** The settings of a single broker that listens on the loopback address only, and that starts and stops quickly. */
final class BrokerSettings {

    static final String HOST = "127.0.0.1";
    static final int MESSAGE_BYTES = 64 << 20;

    private BrokerSettings() {}

    static Properties of(Path log, int brokerPort, int controllerPort) {
        Properties p = new Properties();
        p.put("process.roles", "broker,controller");
        p.put("node.id", "1");
        listeners(p, brokerPort, controllerPort);
        p.put("log.dirs", log.toString());
        p.put("auto.create.topics.enable", "false");
        singleNode(p);
        anyTimestamp(p);
        quick(p);
        return p;
    }

    private static void listeners(Properties p, int brokerPort, int controllerPort) {
        p.put("listeners", "PLAINTEXT://" + HOST + ":" + brokerPort + ",CONTROLLER://" + HOST + ":" + controllerPort);
        p.put("controller.listener.names", "CONTROLLER");
        p.put("controller.quorum.voters", "1@" + HOST + ":" + controllerPort);
    }

    private static void singleNode(Properties p) {
        p.put("offsets.topic.replication.factor", "1");
        p.put("offsets.topic.num.partitions", "1");
        p.put("transaction.state.log.replication.factor", "1");
        p.put("transaction.state.log.num.partitions", "1");
        p.put("transaction.state.log.min.isr", "1");
        p.put("share.coordinator.state.topic.replication.factor", "1");
        p.put("share.coordinator.state.topic.min.isr", "1");
    }

    /**
     * Lets the broker take records with any timestamp, even one that is years old. Age neither deletes records nor
     * rolls segments.
     */
    private static void anyTimestamp(Properties p) {
        p.put("log.retention.ms", "-1");
        p.put("log.roll.ms", Long.toString(Long.MAX_VALUE));
        p.put("log.message.timestamp.before.max.ms", Long.toString(Long.MAX_VALUE));
        p.put("log.message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE));
        p.put("message.max.bytes", Integer.toString(MESSAGE_BYTES));
    }

    private static void quick(Properties p) {
        p.put("group.initial.rebalance.delay.ms", "0");
        // no other node can take over, so a long session timeout does no harm; a busy machine may make the broker
        // answer late
        p.put("broker.session.timeout.ms", "120000");
        p.put("controlled.shutdown.enable", "false");
        p.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        p.put("log.cleaner.enable", "false");
        p.put("num.network.threads", "2");
        p.put("num.io.threads", "2");
        p.put("background.threads", "2");
    }
}
