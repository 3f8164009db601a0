package dev.weir.benchmarks;

import dev.weir.operators.local.encode.EncodeBenchmark;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares the rates of admission alone and of admission with the draw of a report of each record, in turns in one thread. The
 * times are those that the thread had a processor, so that other work of the machine counts as little as it can.
 */
@Command(
        name = "encode",
        description = "Admission alone, and admission with a local report of each record of 51 options.",
        mixinStandardHelpOptions = true)
final class EncodeRates implements Callable<Integer> {

    private static final int RECORDS = 8192;
    private static final int WARM_UP = 5;

    @Option(names = "--rounds", description = "that count (default: ${DEFAULT-VALUE})")
    private int rounds = 15;

    @Option(names = "--passes", description = "of 8192 records in a round (default: ${DEFAULT-VALUE})")
    private int passes = 50;

    @Option(names = "--mechanism", description = "of the reports (default: ${DEFAULT-VALUE})")
    private String mechanism = "subset-selection";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    @Override
    public Integer call() {
        EncodeBenchmark work = new EncodeBenchmark();
        work.mechanism = mechanism;
        work.records();
        double[] alone = new double[rounds];
        double[] encoding = new double[rounds];
        for (int round = -WARM_UP; round < rounds; round++) {
            work.table();
            double one = nanos(work::admit8192);
            double other = nanos(work::admitAndEncode8192);
            System.out.printf("round %d: admit %.0f ns, admit and encode %.0f ns a record%n", round, one, other);
            if (round >= 0) {
                alone[round] = one;
                encoding[round] = other;
            }
        }
        double admit = median(alone);
        double both = median(encoding);
        System.out.printf(
                "{\"mechanism\":\"%s\",\"admit_per_second\":%.0f,\"admit_and_encode_per_second\":%.0f,\"ratio\":%.3f,"
                        + "\"encode_alone_per_second\":%.0f,\"ratio_alone\":%.3f}%n",
                mechanism, 1e9 / admit, 1e9 / both, admit / both, 1e9 / (both - admit), admit / (both - admit));
        return 0;
    }

    /** The time of one record, in nanoseconds of this thread. */
    private double nanos(LongSupplier pass) {
        long before = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < passes; i++) {
            long unused = pass.getAsLong();
        }
        return (double) (threads.getCurrentThreadCpuTime() - before) / passes / RECORDS;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
