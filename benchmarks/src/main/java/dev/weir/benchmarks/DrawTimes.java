package dev.weir.benchmarks;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.noise.Samplers;
import dev.weir.accountant.privacy.Ratio;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Tests whether the time of a draw reveals how large the noise is: attack A5, for an observer who can time single draws.
 *
 * <p>Prints for each distribution the rank correlation of time and size, how much longer a draw of far noise takes than one
 * of near noise, and the median time, which includes two readings of the clock. Each figure is the median over the runs,
 * followed by the lowest and the highest run in brackets. For {@value #DRAWS} independent draws, a run's rank correlation has
 * standard error 0.0022. Far noise is so large that it occurs once in about 400 draws. Near noise is within 1.5 scales. The
 * slowest three percent of the draws are excluded from the mean times of far and near noise, because they are interruptions.
 *
 * <p>Arguments: the number of runs (15), and the scales in grid steps (1 10 100 1000 10000 1048576).
 */
public final class DrawTimes {

    private static final int DRAWS = 200_000;
    private static final int WARM_UP = 3;
    private static final double NEAR = 1.5;

    private final Sampler sampler;
    private final Randomness randomness = KeyStream.fresh();
    private final double near;
    private final double far;
    private final long[] times = new long[DRAWS];
    private final long[] sizes = new long[DRAWS];

    private record Figures(double correlation, double farMinusNear, double median) {}

    private DrawTimes(Sampler sampler, double scale, double farScales) {
        this.sampler = sampler;
        this.near = NEAR * scale;
        this.far = farScales * scale;
    }

    /**
     * Runs the measurement.
     *
     * @param arguments the number of runs, 15 if missing, and the scales of the noise, whole numbers of grid steps; six
     *     scales if none are given
     */
    public static void main(String[] arguments) {
        int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 15;
        List<String> scales = arguments.length > 1
                ? List.of(arguments).subList(1, arguments.length)
                : List.of("1", "10", "100", "1000", "10000", "1048576");
        for (String scale : scales) {
            Ratio exact = Ratio.of(Long.parseLong(scale), 1);
            double steps = exact.toDouble();
            print("Laplace " + scale, runs, new DrawTimes(Samplers.discreteLaplace(exact), steps, 6));
            print("Gaussian " + scale, runs, new DrawTimes(Samplers.roundedGaussian(exact.times(exact)), steps, 3));
        }
    }

    private static void print(String law, int runs, DrawTimes times) {
        IntStream.range(0, WARM_UP).forEach(run -> times.measure());
        List<Figures> figures =
                IntStream.range(0, runs).mapToObj(run -> times.measure()).toList();
        System.out.printf(
                "%-16s correlation %s   far - near %s ns   median %s ns%n",
                law,
                spread(figures, Figures::correlation, "%+.4f"),
                spread(figures, Figures::farMinusNear, "%+.2f"),
                spread(figures, Figures::median, "%.0f"));
    }

    private static String spread(List<Figures> figures, ToDoubleFunction<Figures> figure, String format) {
        double[] sorted = figures.stream().mapToDouble(figure).sorted().toArray();
        return String.format(
                Locale.ROOT,
                format + " [" + format + ", " + format + "]",
                sorted[sorted.length / 2],
                sorted[0],
                sorted[sorted.length - 1]);
    }

    private void draw() {
        for (int i = 0; i < DRAWS; i++) {
            long before = System.nanoTime();
            long noise = sampler.addTo(0, randomness);
            times[i] = System.nanoTime() - before;
            sizes[i] = Math.abs(noise);
        }
    }

    private Figures measure() {
        draw();
        long[] sorted = times.clone();
        Arrays.sort(sorted);
        long slow = sorted[DRAWS / 100 * 97];
        double farMinusNear = mean(far, Double.MAX_VALUE, slow) - mean(0, near, slow);
        return new Figures(correlation(ranks(times), ranks(sizes)), farMinusNear, sorted[DRAWS / 2]);
    }

    /** Returns the mean time of draws with sizes from {@code low} to {@code high}, without those slower than {@code slow}. */
    private double mean(double low, double high, long slow) {
        return IntStream.range(0, DRAWS)
                .filter(i -> times[i] <= slow && sizes[i] >= low && sizes[i] <= high)
                .mapToLong(i -> times[i])
                .average()
                .orElse(Double.NaN);
    }

    private static int[] order(long[] values) {
        return IntStream.range(0, DRAWS)
                .boxed()
                .sorted(Comparator.comparingLong(i -> values[i]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Returns ranks less their mean; equal values get the mean of their ranks. */
    private static double[] ranks(long[] values) {
        int[] order = order(values);
        double[] ranks = new double[DRAWS];
        int from = 0;
        while (from < DRAWS) {
            int to = from;
            while (to < DRAWS && values[order[to]] == values[order[from]]) {
                to++;
            }
            for (int i = from; i < to; i++) {
                ranks[order[i]] = (from + to - DRAWS) / 2.0;
            }
            from = to;
        }
        return ranks;
    }

    private static double correlation(double[] left, double[] right) {
        double product = 0;
        double leftSquares = 0;
        double rightSquares = 0;
        for (int i = 0; i < DRAWS; i++) {
            product += left[i] * right[i];
            leftSquares += left[i] * left[i];
            rightSquares += right[i] * right[i];
        }
        return product / Math.sqrt(leftSquares * rightSquares);
    }
}
