package dev.weir.testing.statistic;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Simulated outputs of a mechanism that keeps a claim exactly: what the best attack on a correct job can find.
 *
 * <p>The canary moves some numbers by 1 each. Under a pure claim each has Laplace noise of scale n / &epsilon; for n numbers,
 * under a Gaussian claim Gaussian noise of deviation sqrt(n) / &mu;.
 *
 * @param claim the claim that is kept, with a loss above 0
 * @param numbers how many numbers the canary moves, at least 1
 */
public record PerfectMechanism(Claim claim, int numbers) {

    private static final int REPETITIONS = 3;

    /** @throws IllegalArgumentException if there is no loss or no number */
    public PerfectMechanism {
        if (!(claim.loss() > 0) || numbers < 1) {
            throw new IllegalArgumentException(
                    "loss must be above 0 and numbers at least 1, were " + claim.loss() + " and " + numbers);
        }
    }

    /**
     * The bound that the attack finds: the median of three simulations.
     *
     * @param count how many worlds each has
     * @param risk the probability that a bound is above the truth
     * @param seed begins the simulated noise, of which nothing is released
     */
    public double found(int count, double risk, long seed) {
        return IntStream.range(0, REPETITIONS)
                .mapToDouble(i -> {
                    Observations outputs = outputs(Trials.of(count, seed + i), new SplittableRandom(seed - i));
                    return Attack.on(outputs, claim).bound(claim, risk);
                })
                .sorted()
                .toArray()[REPETITIONS / 2];
    }

    /**
     * Simulated outputs.
     *
     * @param trials the worlds
     * @param random the source of the simulated noise
     */
    public Observations outputs(Trials trials, SplittableRandom random) {
        List<String> names = new ArrayList<>();
        List<double[]> columns = new ArrayList<>();
        for (int number = 0; number < numbers; number++) {
            double[] column = new double[trials.count()];
            for (int world = 0; world < column.length; world++) {
                column[world] = (trials.hasCanary(world) ? 1 : 0) + noise(random);
            }
            names.add("number " + number);
            columns.add(column);
        }
        return new Observations(trials, names, columns);
    }

    private double noise(SplittableRandom random) {
        if (claim.kind() == Claim.Kind.GAUSSIAN) {
            return random.nextGaussian() * Math.sqrt(numbers) / claim.loss();
        }
        double uniform = random.nextDouble() - 0.5;
        return -Math.signum(uniform) * Math.log1p(-2 * Math.abs(uniform)) * numbers / claim.loss();
    }
}
