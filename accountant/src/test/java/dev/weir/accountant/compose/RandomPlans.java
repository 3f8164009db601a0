package dev.weir.accountant.compose;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** Generates seeded random plans of 2 to 20 mechanisms of every kind, with parameters over at least two orders of magnitude. */
final class RandomPlans {

    private final SplittableRandom random;

    RandomPlans(long seed) {
        this.random = new SplittableRandom(seed);
    }

    List<PrivacyEvent> events() {
        List<PrivacyEvent> events = new ArrayList<>();
        int size = random.nextInt(2, 21);
        while (events.size() < size) {
            events.add(mechanism());
        }
        return events;
    }

    double delta() {
        return logUniform(1e-15, 1e-2);
    }

    /** Returns a plan of the same events in another order, in groups, and with some events split into repetitions. */
    PrivacyEvent rearranged(List<PrivacyEvent> events) {
        List<PrivacyEvent> shuffled = new ArrayList<>(events);
        Collections.shuffle(shuffled, new Random(random.nextLong()));
        int cut = random.nextInt(0, events.size());
        List<PrivacyEvent> outer = new ArrayList<>(shuffled.subList(0, cut));
        outer.add(0, new PrivacyEvent.Composition(shuffled.subList(cut, shuffled.size())).times(1));
        return new PrivacyEvent.Composition(outer);
    }

    SingleEvent mechanism() {
        return switch (random.nextInt(10)) {
            case 0 -> new NoiseEvent.Gaussian(logUniform(0.7, 100));
            case 1 -> new NoiseEvent.Laplace(logUniform(0.5, 100));
            case 2 -> new NoiseEvent.DiscreteLaplace(logUniform(0.01, 2));
            case 3 -> new NoiseEvent.DiscreteGaussian(logUniform(0.7, 30));
            case 4 -> new SingleEvent.RandomizedResponse(logUniform(0.2, 1), random.nextInt(2, 9));
            case 5 -> new SingleEvent.ExponentialMechanism(logUniform(0.01, 2));
            case 6 -> new SingleEvent.Pure(logUniform(0.01, 2));
            case 7 -> new SingleEvent.Approximate(logUniform(0.01, 2), logUniform(1e-20, 1e-16));
            case 8 -> new Subsampled(new NoiseEvent.Gaussian(logUniform(0.7, 10)), logUniform(1e-3, 1));
            default -> new Subsampled(new NoiseEvent.Laplace(logUniform(0.5, 10)), logUniform(1e-3, 1));
        };
    }

    double logUniform(double low, double high) {
        return Math.exp(random.nextDouble(Math.log(low), Math.log(high)));
    }
}
