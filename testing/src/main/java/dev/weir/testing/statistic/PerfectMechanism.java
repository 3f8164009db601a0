package dev.weir.testing.statistic;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Simulated outputs of a mechanism that loses exactly what it may: what the attack can find on a correct job.
 *
 * <p>The canary moves some numbers by 1 each. With Laplace noise each has the scale n / &epsilon; for n numbers, with Gaussian
 * noise the deviation sqrt(n) / &mu;.
 *
 * @param noise Laplace noise for pure differential privacy, else Gaussian noise
 * @param loss &epsilon; or &mu;, above 0
 * @param numbers how many numbers the canary moves, at least 1
 */
public record PerfectMechanism(Claim.Kind noise, double loss, int numbers) {

    private static final int REPETITIONS = 3;

    /** @throws IllegalArgumentException if there is no loss or no number */
    public PerfectMechanism {
        if (!(loss > 0) || numbers < 1) {
            throw new IllegalArgumentException(
                    "loss must be above 0 and numbers at least 1, were " + loss + " and " + numbers);
        }
    }

    /**
     * A mechanism that loses more or less.
     *
     * @param factor by what the loss is multiplied, above 0
     */
    public PerfectMechanism times(double factor) {
        return new PerfectMechanism(noise, factor * loss, numbers);
    }

    /**
     * Attacks on simulated outputs, in a few repetitions.
     *
     * @param claims the losses that are to be shown
     * @param count how many worlds each simulation has
     * @param seed begins the simulated noise, of which nothing is released
     * @return for each repetition an attack for each claim
     */
    public List<List<Attack>> attacks(List<Claim> claims, int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, REPETITIONS)
                .mapToObj(i -> Attack.on(outputs(Trials.of(count, random.nextLong()), random.split()), claims))
                .toList();
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
                column[world] = (trials.hasCanary(world) ? 1 : 0) + draw(random);
            }
            names.add("number " + number);
            columns.add(column);
        }
        return new Observations(trials, names, columns);
    }

    private double draw(SplittableRandom random) {
        if (noise == Claim.Kind.MU) {
            return random.nextGaussian() * Math.sqrt(numbers) / loss;
        }
        double uniform = random.nextDouble() - 0.5;
        return -Math.signum(uniform) * Math.log1p(-2 * Math.abs(uniform)) * numbers / loss;
    }
}
