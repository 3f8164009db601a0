package dev.weir.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.connector.base.DeliveryGuarantee;

/**
 * The jobs whose times {@link RunningBenchmark} compares.
 *
 * @param cluster the cluster that runs them
 * @param broker the broker to which they write
 * @param jobs builds the jobs
 */
record RunningJobs(Cluster cluster, SeparateBroker broker, SeriesJobs jobs) {

    static final String RELEASE = "gate and release";
    static final String KEYS = "Rows of keys";
    static final String LEVELS = "Rows of levels";
    static final String WEIR = "Weir to Kafka";
    static final String LEDGER = "Weir to Kafka with ledger";
    static final String COMMITTER = "Rows to Kafka with ledger";
    static final String PLAIN = "KafkaSink, exactly once";
    static final String PLAIN_AT_LEAST_ONCE = "KafkaSink, at least once";

    /** Runs one job to its end. */
    interface Job {
        Cluster.Run run() throws Exception;
    }

    /** Rows that are made before, with a ledger, and the same rows through a plain job, by name. */
    Map<String, Job> ledgerAlone() {
        Map<String, Job> all = new LinkedHashMap<>();
        all.put(COMMITTER, committer());
        all.put(PLAIN, plain(DeliveryGuarantee.EXACTLY_ONCE));
        return all;
    }

    /** Gate and release, by name. */
    Map<String, Job> withoutKafka() {
        Map<String, Job> all = new LinkedHashMap<>();
        all.put(RELEASE, () -> cluster.run(jobs::release, false));
        return all;
    }

    /** Jobs whose rows are discarded, with these keys and with as many nodes of four levels, by name. */
    Map<String, Job> levels() {
        SeriesJobs ofLevels = new SeriesJobs(jobs.load().inLevels(), jobs.brokers());
        Map<String, Job> all = new LinkedHashMap<>();
        all.put(KEYS, () -> cluster.run(jobs::rows, false));
        all.put(LEVELS, () -> cluster.run(ofLevels::rows, false));
        return all;
    }

    /** Gate and release, and the whole jobs that write to the broker, by name. */
    Map<String, Job> all() {
        Map<String, Job> all = withoutKafka();
        all.put(WEIR, () -> broker.with("weir", topic -> cluster.run(env -> jobs.weir(env, topic), false)));
        all.put(LEDGER, withLedger());
        all.put(PLAIN, plain(DeliveryGuarantee.EXACTLY_ONCE));
        all.put(PLAIN_AT_LEAST_ONCE, plain(DeliveryGuarantee.AT_LEAST_ONCE));
        return all;
    }

    private Job committer() {
        return () -> broker.with(
                "weir",
                topic -> broker.withNew(ledger -> cluster.run(env -> jobs.committed(env, topic, ledger), false)));
    }

    private Job withLedger() {
        return () -> broker.with(
                "weir", topic -> broker.withNew(ledger -> cluster.run(env -> jobs.weir(env, topic, ledger), false)));
    }

    private Job plain(DeliveryGuarantee guarantee) {
        return () -> broker.with("plain", topic -> cluster.run(env -> jobs.plain(env, topic, guarantee), false));
    }
}
